"""The state of a page as frozen values: boards, links, undo, predictions, and the curves after one move."""
