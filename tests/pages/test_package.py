"""The page of the package: every name that can be imported is on it, and every link leads somewhere."""

import pytest

import irviz.metrics
from irviz.metrics.documentation import entries
from irviz.pages.package import anchor_of, render_page
from tests.pages.test_reference import Page


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(render_page())


def test_every_public_name_has_its_place(page: Page) -> None:
    assert {anchor_of(name) for name in irviz.metrics.__all__} <= set(page.ids)
    for group in entries().values():
        for entry in group:
            assert entry.call in page.text
            for part in entry.parts:
                assert anchor_of(part.name) in page.ids


def test_names_are_unique_and_every_link_leads_somewhere(page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))
    assert {link for link in page.links if not link.startswith("#")} == {"./reference"}
    assert {link.removeprefix("#") for link in page.links if link.startswith("#")} <= set(page.ids)


def test_code_is_text(page: Page) -> None:
    assert "<Comparison under P@1" in page.text
    assert "``" not in page.text
