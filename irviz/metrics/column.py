"""A value derived once: what a frozen object remembers about itself."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    import functools

    column = functools.cached_property
else:

    class column:  # noqa: N801 - reads as a decorator
        """A property derived when first asked for, and kept in the instance's dictionary.

        What ``functools.cached_property`` is, without the lock that it takes before Python 3.12.
        """

        def __init__(self, derive):
            self.derive = derive
            self.name = derive.__name__
            self.__doc__ = derive.__doc__

        def __get__(self, instance, owner):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.derive(instance)
            return value
