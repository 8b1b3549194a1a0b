"""Make matplotlib's SVG fit to stand inside a page.

Matplotlib writes a whole document: global styles, style attributes, fonts, fixed colours, an id
on each group. A page needs none of these: ids would repeat, style attributes are barred by the
page's content policy, and fixed colours would stay light in dark mode.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from reports.page import Picture
from reports.palette import LIGHT

CLASS_MARK = "class-"
"""An artist whose gid starts so is drawn in a group of that class."""

_DROPPED = {"metadata", "style", "title"}
_VARIABLES = {colour: f"var(--{token})" for token, colour in LIGHT.items()}
_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_FONT = re.compile(r"^(?:(?P<weight>bold|\d{3})\s+)?(?P<size>[\d.]+)px\s")
_NO_TURN = re.compile(r"\s*rotate\(-?0(?:\.0+)?(?:[ ,][^)]*)?\)")
_SKIPPED_STYLES = {"font-family", "font-style", "font-variant", "font-stretch"}
_DEFAULTS = {
    ("stroke-linecap", "butt"),
    ("stroke-linejoin", "miter"),
    ("opacity", "1"),
    ("text-anchor", "start"),
}


def picture(document: str, width: int, height: int) -> Picture:
    """Turn matplotlib's SVG document into the body of a picture.

    Parameters
    ----------
    document : str
        What `Figure.savefig(format="svg")` wrote with ``svg.fonttype: none``.
    width, height : int
        Size in pixels, the units of the drawing.
    """
    root = ElementTree.fromstring(document)
    ids = _names_of_used_ids(root)
    body = "".join(_write(child, ids) for child in root)
    return Picture(width, height, body)


def _names_of_used_ids(root: ElementTree.Element) -> dict[str, str]:
    used: dict[str, str] = {}
    for element in root.iter():
        for key, value in element.attrib.items():
            found = [value[1:]] if key.endswith("href") else _REFERENCE.findall(value)
            for name in found:
                used.setdefault(name, f"@@{len(used)}")
    return used


def _write(element: ElementTree.Element, ids: dict[str, str]) -> str:
    """Write one element and what it holds; groups without meaning are left out."""
    tag = element.tag.rpartition("}")[2]
    if tag in _DROPPED:
        return ""
    attributes = _attributes(element, ids)
    if tag == "path" and attributes.get("fill") == "none" and "stroke" not in attributes:
        return ""  # the bare background of canvas and axes
    inside = "".join(_write(child, ids) for child in element)
    if tag == "text":
        inside = _escape(element.text or "") + inside
    elif tag in {"g", "defs"} and (not inside or (tag == "g" and not attributes)):
        return inside
    written = "".join(f' {key}="{_escape(value)}"' for key, value in attributes.items())
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def _attributes(element: ElementTree.Element, ids: dict[str, str]) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name, value in element.attrib.items():
        key = name.rpartition("}")[2]
        if key == "id":
            if value in ids:
                kept["id"] = ids[value]
            elif value.startswith(CLASS_MARK):
                kept["class"] = value.removeprefix(CLASS_MARK)
        elif key == "href":
            kept["href"] = f"#{ids[value[1:]]}"
        elif key == "style":
            kept.update(_presentation(value))
        elif key == "transform":
            turned = _NO_TURN.sub("", value)
            if turned:
                kept["transform"] = turned
        else:
            kept[key] = value
    if "d" in kept:
        kept["d"] = " ".join(kept["d"].split())
    return {
        key: _LONG_NUMBER.sub(_short, _REFERENCE.sub(lambda m: f"url(#{ids[m[1]]})", value))
        for key, value in kept.items()
    }


def _presentation(style: str) -> dict[str, str]:
    """Write a style attribute as attributes, fixed colours as variables."""
    attributes: dict[str, str] = {}
    for declaration in style.split(";"):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if not key or key in _SKIPPED_STYLES or (key, value) in _DEFAULTS:
            continue
        if key == "font":
            font = _FONT.match(value)
            if font is None:
                raise ValueError(f"a font as matplotlib did not write it before: {value!r}")
            attributes["font-size"] = font["size"]
            if font["weight"]:
                attributes["font-weight"] = font["weight"]
        else:
            attributes[key] = _VARIABLES.get(value, value)
    return attributes


def _short(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".replace("-0.0", "0").removesuffix(".0")


def _escape(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )
