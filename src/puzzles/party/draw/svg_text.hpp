#pragma once

#include <string>
#include <string_view>

namespace skerry::party {

// Texts in UTF-8 that come from pools and puzzle files, for pictures.

/// Returns a text as it stands within an element or an attribute of an SVG file: what XML gives a meaning is
/// escaped, and what it can't hold (control characters, U+FFFE, U+FFFF) becomes a blank.
std::string svg_escaped(std::string_view text);

/// Returns an estimate of a text's width in a sans serif font, in font sizes. It is rather too large.
double width_em(std::string_view text);

/// Returns the text, or its beginning and an ellipsis where it would be wider than `most_em`.
std::string shortened(std::string_view text, double most_em);

/// Leaves as many words of a text as fit, at least one, and returns the others.
std::string split_off(std::string& text, double most_em);

}  // namespace skerry::party
