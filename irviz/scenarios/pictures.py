"""The nine pictures, and what is in each."""

from __future__ import annotations

from dataclasses import dataclass

from irviz.state.board import Item


@dataclass(frozen=True)
class Picture:
    """A picture of cats, dogs and boxes, which serves as a search result.

    Args:
        id: The name of its file in `assets/pictures`, without `.svg`.
        title: What a person reads under it.
        alt: What it shows, for those who do not see it.
        cats: The colours of the cats in it.
        dogs: How many dogs are in it.
        box: Whether there is a box in it.
    """

    id: str
    title: str
    alt: str
    cats: tuple[str, ...] = ()
    dogs: int = 0
    box: bool = False

    @property
    def item(self) -> Item:
        """The picture as a result that a board can hold."""
        return Item(self.id, self.title, self.alt, f"{self.id}.svg")


PICTURES = {
    picture.id: picture
    for picture in (
        Picture(
            "two-cats",
            "Two cats",
            "A white cat and a dark cat sit side by side, leaning their heads together.",
            cats=("white", "dark"),
        ),
        Picture(
            "white-cat-in-box",
            "White cat in a box",
            "A white cat sits upright in an open cardboard box, its paws over the front edge.",
            cats=("white",),
            box=True,
        ),
        Picture("empty-box", "Empty box", "An empty cardboard box stands open; a butterfly flutters above.", box=True),
        Picture(
            "tabby-in-box",
            "Tabby in a box",
            "A plump orange tabby overflows a box that is much too small for it.",
            cats=("orange",),
            box=True,
        ),
        Picture(
            "white-cat-peeking",
            "White cat peeking out",
            "A white cat with wide blue eyes peeks out of a blue box tipped on its side.",
            cats=("white",),
            box=True,
        ),
        Picture(
            "white-cat",
            "White cat",
            "A white cat sits with one paw on a ball of yarn; there is no box.",
            cats=("white",),
        ),
        Picture(
            "dark-cat-in-box",
            "Dark cat in a box",
            "A dark cat with yellow eyes rests its chin on the edge of a cardboard box.",
            cats=("dark",),
            box=True,
        ),
        Picture(
            "dog-in-box",
            "Dog in a box",
            "A floppy-eared brown dog with its tongue out sits in an open cardboard box.",
            dogs=1,
            box=True,
        ),
        Picture("dog", "Dog", "A floppy-eared brown and white dog sits beside its ball; there is no box.", dogs=1),
    )
}
