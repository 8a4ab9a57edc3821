"""Reads pictures that the binary draws."""
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    """Returns the root of a picture after checking that all its texts lie within it."""
    root = ElementTree.fromstring(text)
    assert root.tag == SVG + "svg"
    width = float(root.get("width"))
    assert [float(number) for number in root.get("viewBox").split()] == [0, 0, width, float(root.get("height"))]
    for element in root.iter(SVG + "text"):
        assert 0 < float(element.get("x")) < width and 0 < float(element.get("y")) < float(root.get("height"))
    return root


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text for element in root.iter(SVG + "text")]
