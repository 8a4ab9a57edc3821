"""Reads the pages of the analysis, and checks what all of them keep."""
import base64
import hashlib
import re
from html.parser import HTMLParser

#: Elements without an end.
VOID = ("meta", "link", "br", "hr", "img", "input")
MOST_BYTES = 2_000_000
#: Attributes that name another place.
PLACES = ("href", "src", "xlink:href", "action", "data", "poster", "srcset", "formaction")


class Html(HTMLParser):
    """What a page shows: headings as (level, text), the cells of tables, all texts, and pictures by their names and descriptions."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.open, self.headings, self.cells, self.texts, self.places, self.ids = [], [], [], [], [], []
        self.pictures, self.data, self.scripts, self.elements, self.captions = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.elements.append((tag, values))
        assert len(values) == len(attributes), f"<{tag}> has an attribute twice"
        if tag not in VOID:
            self.open.append((tag, []))
        self.places += [values[name] for name in PLACES if name in values]
        self.ids += [values["id"]] if "id" in values else []
        if tag == "svg":
            self.pictures.append({"labels": values.get("aria-labelledby", "").split(), "role": values.get("role"), "title": "", "desc": ""})
        if tag == "data":
            self.data.append(values["value"])

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        name, parts = self.open.pop()
        assert name == tag, f"</{tag}> ends <{name}>"
        text = "".join(parts)
        self.texts.append(text)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((int(tag[1]), text))
        elif tag in ("td", "th") and text:
            self.cells.append(text)
        elif tag == "caption":
            self.captions.append(text)
        elif tag == "script":
            self.scripts.append(text)
        elif tag in ("title", "desc") and self.open and self.open[-1][0] == "svg":
            self.pictures[-1][tag] = text
        if self.open:
            self.open[-1][1].append(text)

    def handle_data(self, data):
        if self.open:
            self.open[-1][1].append(data)

    def check(self) -> None:
        """Checks what holds for every page: weight, no other place, one script by its hash, structure and names."""
        assert self.text.startswith("<!DOCTYPE html>\n<html lang=\"en\">") and len(self.text.encode()) < MOST_BYTES
        assert all(place.startswith(("#", "data:")) for place in self.places), self.places
        assert not re.search(r"@import|url\((?!#)", self.text)
        assert [place for place in self.places if place.startswith("#") and place[1:] not in self.ids] == []
        assert len(set(self.ids)) == len(self.ids), sorted(name for name in self.ids if self.ids.count(name) > 1)
        for _, values in self.elements:
            assert not any(name.startswith("on") for name in values)
            named = [name for key in ("aria-labelledby", "aria-describedby") for name in (values.get(key) or "").split()]
            assert set(named) <= set(self.ids)
        (script,) = self.scripts
        policy = next(values["content"] for tag, values in self.elements if values.get("http-equiv") == "Content-Security-Policy")
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert "default-src 'none'" in policy and f"script-src 'sha256-{digest}';" in policy and "unsafe-inline" not in policy.split("style-src")[0]
        tags = [tag for tag, _ in self.elements]
        for once in ("h1", "main", "header", "footer", "title"):
            assert tags.count(once) - (len(self.pictures) + tags.count("g") if once == "title" else 0) <= 1 and once in tags
        assert ("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}) in self.elements
        levels = [level for level, _ in self.headings]
        assert levels[0] == 1 and all(later - earlier <= 1 for earlier, later in zip(levels, levels[1:])), self.headings
        assert tags.count("table") == len(self.captions) and all(caption.strip() for caption in self.captions)
        assert all(values.get("scope") in ("col", "row") for tag, values in self.elements if tag == "th")
        for picture in self.pictures:
            assert picture["role"] == "img" and len(picture["labels"]) == 2 and picture["title"].strip() and picture["desc"].strip()
