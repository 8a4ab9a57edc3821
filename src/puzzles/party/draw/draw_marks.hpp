#pragma once

#include <string>
#include <string_view>

namespace skerry::party {

// The pieces of the SVG picture of a party. Lengths are in user units, which are pixels where a page does not
// scale the picture; x and y of a box are those of its upper left corner.

constexpr double box_width = 132;  ///< of a node's box
constexpr double box_height = 56;

constexpr const char* ink = "#1a1a1a";
constexpr const char* grey = "#595959";
constexpr const char* red = "#a00000";
constexpr const char* green = "#1b6e3c";

/// Returns a text, which is escaped, with its baseline at y; the attributes begin with a blank.
std::string text_element(double x, double y, std::string_view text, std::string_view attributes);

/// Returns what a reader is told of the element around it.
std::string title_element(std::string_view text);

/// Returns how a line looks that stands for an edge of that weight in [0, 1].
std::string stroke_of(double weight);

/// Returns the frames around a node's box.
std::string box_frames(double x, double y, bool locked, bool misplaced);

/// Return a tick or a cross before a line of text with its baseline at y, and lines that explain the frames.
std::string verdict_mark(double x, double y, bool met);
std::string locked_legend(double x, double y);
std::string misplaced_legend(double x, double y);

/// Returns samples of edges with their weights.
std::string weight_legend(double x, double y);

}  // namespace skerry::party
