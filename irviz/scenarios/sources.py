"""The texts that the examples and the printed figures come from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A text that teaches ranking metrics with worked examples.

    Args:
        id: Short name, used in links.
        name: What it is called on the page, in a few words.
        credit: Author, title and year, as far as the text names them.
    """

    id: str
    name: str
    credit: str


ARTICLE = Source(
    "article", "Pinecone’s article", "Laura Carnevali, “Evaluation Measures in Information Retrieval”, Pinecone, 2023"
)
NOTEBOOK = Source(
    "notebook",
    "The article’s notebook",
    "“Evaluation Metrics for Information Retrieval”, the notebook to Pinecone’s article",
)
VIDEO = Source("video", "The article’s video", "the video to Pinecone’s article")
CHAUDHARY = Source(
    "chaudhary", "Chaudhary’s post", "Amit Chaudhary, “Evaluation Metrics For Information Retrieval”, 2020"
)
RECOMMENDER = Source(
    "recommender",
    "The recommender post",
    "Tullie Murrell, “Evaluating recommendation systems (mAP, MMR, NDCG)”, Shaped, 2023",
)
BEYOND = Source("beyond", "In none of the texts", "computed here from the same lists: what the texts leave out")

SOURCES = {source.id: source for source in (ARTICLE, NOTEBOOK, VIDEO, CHAUDHARY, RECOMMENDER, BEYOND)}
"""All sources by id, in the order in which the page lists them."""
