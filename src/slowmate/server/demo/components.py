"""The components of pages: class names, what they are for, and an example each (templates/demo/components)."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class Component:
    """A component of pages; its example is the template of the same key."""

    key: str
    name: str
    classes: tuple[str, ...]
    use: str

    @property
    def markup(self) -> SafeString:
        """Render the example."""
        return render_to_string(f"demo/components/{self.key}.html")

    @property
    def source(self) -> str:
        """Return the HTML of the example as plain text, to be shown."""
        return self.markup.strip()


COMPONENTS = (
    Component(
        "buttons",
        "Buttons",
        ("button", "second", "danger", "final", "plain", "two-ways"),
        "A button is a verb. The one that is expected comes first; final ones take clicks only after a moment.",
    ),
    Component(
        "form",
        "Forms",
        ("stacked", "field", "check", "hint", "wrong"),
        "site/form.html makes this of any form: label, errors, input and help for each field.",
    ),
    Component("search", "Search", ("search",), "One field, what it looks in, and a button."),
    Component("filters", "Filters", ("filters",), "Above a list, sent by GET, so that the address can be shared."),
    Component("messages", "Messages", ("told", "success", "warning", "error"), "What was done, or why it was not."),
    Component("text", "Text", ("lead", "hint", "empty", "error"), "An opening, a remark, an empty list, a fault."),
    Component("card", "Cards", ("card",), "Something to be decided or looked at as a whole."),
    Component("ruling", "Rulings", ("ruling", "chip"), "A decision: each clause as a chip, and its sentence."),
    Component("facts", "Facts", ("facts",), "Names and values, side by side where there is room."),
    Component("marks", "Marks", ("count", "badge", "disc", "light"), "Numbers, states, colours. Never without words."),
    Component("table", "Tables", ("scroll", "plain-table", "number"), "It scrolls inside itself on a phone."),
    Component("player", "Players", ("player", "title", "fed", "rating"), "In this order."),
)
