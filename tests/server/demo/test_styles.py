"""The page of components: each class that it names has a style, and stands in the example."""

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from slowmate import server
from slowmate.server.demo.components import COMPONENTS, Component

SHEET = (Path(server.__file__).parent / "static" / "slowmate" / "slowmate.css").read_text("utf-8")


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda component: component.key)
def test_each_class_of_a_component_has_a_style_and_is_in_the_example(component: Component) -> None:
    shown = {name for names in re.findall(r'class="([^"]*)"', component.source) for name in names.split()}
    assert set(component.classes) <= shown
    unknown = [name for name in component.classes if not re.search(rf"\.{name}\b", SHEET)]
    assert unknown == []


def test_every_example_belongs_to_a_component() -> None:
    folder = Path(server.__file__).parent / "templates" / "demo" / "components"
    assert {path.stem for path in folder.glob("*.html")} == {component.key for component in COMPONENTS}


@pytest.mark.django_db
def test_a_demonstration_shows_every_component_and_its_html(client: Client, settings: Settings) -> None:
    settings.SLOWMATE_DEMO = True
    page = client.get("/styles").content.decode()
    assert page.count("<summary>HTML</summary>") == len(COMPONENTS)
    assert '<p class="told success">The plan is saved.</p>' in page
    assert "&lt;p class=&quot;told success&quot;&gt;The plan is saved.&lt;/p&gt;" in page


@pytest.mark.django_db
def test_no_other_server_shows_the_page(client: Client, settings: Settings) -> None:
    settings.SLOWMATE_DEMO = False
    assert client.get("/styles").status_code == 404
