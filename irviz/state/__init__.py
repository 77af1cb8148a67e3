"""What a user holds in the hand, as frozen values: boards, links, undo, and what one move would change."""
