"""SVG within a page: elements that are made here, and pictures of other programs, of which only harmless parts are taken."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from markupsafe import Markup

from ..errors import DataError

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
#: What a drawing consists of. Scripts, styles, links, animations and foreign objects are none of it.
KEPT = frozenset(
    "svg g defs clipPath mask pattern linearGradient radialGradient stop marker symbol use path rect circle ellipse line polyline polygon text"
    " tspan title desc image".split()
)
#: Raster images within a drawing, as matplotlib makes them of maps.
RASTER = re.compile(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*\Z")
#: Figures are made for print, where letters may be smaller than on a screen.
LARGER = 1.35
#: Pixels of a point at least: text of 7 points has 9 pixels, and a figure that is wider than the page scrolls.
LEAST_SCALE = 1.3
#: Colours of our figures, which follow the page's scheme.
COLOURS = {
    "#000000": "var(--ink)",
    "#ffffff": "var(--paper)",
    "#0072b2": "var(--one)",
    "#d55e00": "var(--two)",
    "#009e73": "var(--three)",
    "#cc79a7": "var(--four)",
    "#e69f00": "var(--five)",
    "#56b4e9": "var(--six)",
    "#e6e6e6": "var(--grid)",
    "#d9d9d9": "var(--grid)",
    "#cccccc": "var(--line)",
    "#bfbfbf": "var(--line)",
    "#808080": "var(--muted)",
    "#4c4c4c": "var(--muted)",
}


def drawing(identity: str, title: str, description: str, width: float, height: float) -> Element:
    """A drawing of that size in its own units, with a name and a description for those who don't see it."""
    made = Element("svg", {"viewBox": f"0 0 {width:g} {height:g}", "role": "img", "aria-labelledby": f"{identity}-title {identity}-desc"})
    _told(made, identity, title, description)
    return made


def add(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Adds an element. Numbers are written shortly, and `_` in a name of an attribute stands for `-`."""
    shown = {
        name.rstrip("_").replace("_", "-"): f"{value:.6g}" if isinstance(value, float) else str(value) for name, value in attributes.items()
    }
    made = SubElement(parent, tag, shown)
    made.text = text or None
    return made


def markup(made: Element) -> Markup:
    return Markup(ElementTree.tostring(made, encoding="unicode"))


def inline(svg: bytes, identity: str, title: str, description: str, themed: bool = False) -> Markup:
    """Returns a picture's SVG for a page: its names made unique by `identity`, and nothing in it that runs or fetches.

    themed: turns the colours of our figures into those of the page, light or dark. Raises DataError where it is no SVG.
    """
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError) as error:
        raise DataError(f"the picture is no SVG: {error}") from error
    if root.tag != SVG + "svg":
        raise DataError("the picture is no SVG: its first element is not <svg>")
    width, height = _size(root)
    made = drawing(identity, title, description, width, height)
    if root.get("viewBox"):
        made.set("viewBox", " ".join(root.attrib["viewBox"].split()))
    if themed:
        least = LEAST_SCALE * float(made.get("viewBox", "0 0 0 0").split()[2])
        made.set("style", f"width:{LARGER * width:g}px;min-width:{least:g}px;stroke-linejoin:round;stroke-linecap:butt")
    else:
        # The page's colours of text and ground are not for it: its own are meant for paper.
        made.set("class", "foreign")
        made.set("style", f"width:{width:g}px")
    for child in root:
        _copy(child, made, identity, themed)
    return markup(made)


def tooltips(svg: bytes, texts: Mapping[str, str]) -> bytes:
    """Returns one of our figures with a text for each of these ids, which a page shows where the pointer is."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        if element.get("id") in texts:
            title = Element(f"{SVG}title")
            title.text = texts[element.attrib["id"]]
            element.insert(0, title)
    return ElementTree.tostring(root)


def _told(made: Element, identity: str, title: str, description: str) -> None:
    add(made, "title", title, id=f"{identity}-title")
    add(made, "desc", description, id=f"{identity}-desc")


def _size(root: Element) -> tuple[float, float]:
    """The picture's width and height in pixels."""
    box = (root.get("viewBox") or "").split()
    found = [re.match(r"[\d.]+", root.get(name, "")) for name in ("width", "height")]
    points = 96 / 72 if root.get("width", "").endswith("pt") else 1.0
    try:
        if all(found):
            return float(found[0][0]) * points, float(found[1][0]) * points  # type: ignore[index]
        return float(box[2]), float(box[3])
    except (IndexError, ValueError):
        raise DataError("the picture is no SVG with a size: it has neither width and height nor a viewBox") from None


def _copy(source: Element, parent: Element, identity: str, themed: bool) -> None:
    name = str(source.tag).removeprefix(SVG)
    if name not in KEPT:
        return
    made = SubElement(parent, name)
    made.text, made.tail = source.text, source.tail
    for key, value in source.attrib.items():
        kept = _attribute(key, value, identity, themed)
        if kept is not None:
            made.set("href" if key == XLINK else key, kept)
    for child in source:
        _copy(child, made, identity, themed)


def _attribute(key: str, value: str, identity: str, themed: bool) -> str | None:
    """The value within the page, or None where the attribute is left out."""
    if key in (XLINK, "href"):
        if value.startswith("#"):
            return f"#{identity}.{value[1:]}"
        return value if RASTER.match(value) else None
    if key.startswith("{") or key.lower().startswith("on") or key in ("class", "role", "src", "tabindex") or key.startswith("aria-"):
        return None
    if key == "id":
        return f"{identity}.{value}"
    if re.search(r"url\s*\((?!\s*['\"]?#)", value, re.IGNORECASE) or "\\" in value or "@import" in value.lower():
        return None
    value = re.sub(r"url\s*\(\s*['\"]?#([^'\")]*)['\"]?\s*\)", rf"url(#{identity}.\1)", value)
    if themed:
        value = re.sub("#[0-9a-f]{6}", lambda found: COLOURS.get(found[0], found[0]), value)
        value = value.replace("font: ", "font:").replace("'DejaVu Sans', 'sans-serif'", "sans-serif")
    return value
