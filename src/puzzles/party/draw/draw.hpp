#pragma once

#include "skerry/problem.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

// A party is a hero for each node, [node] hero; without one the puzzle alone is drawn.

/// Draws a party as an SVG picture. Its nodes stand where layout() puts them, each with its name, its hero
/// and the hero's value in the objective's column. An edge is thicker and darker the more it weighs, and
/// dashed where it weighs nothing. A dashed frame marks a hero that is repeated or may not stand there, a
/// double frame a locked one. Below stand a legend, the total, the synergy and every rule with a tick or a
/// cross and what was found. The description in the file says the same in words. Without a party a node shows
/// its restrictions or its locked hero.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint32_t> party = {});

/// Draws a party as text: a line for each node with its hero, the hero's value and the weights of the edges
/// to its neighbours, which parse_party() reads; the rest are comments. Without a party all lines are
/// comments.
std::string draw_text(const Puzzle& puzzle, std::span<const std::uint32_t> party = {});

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

/// Returns a text element of that font size, or of a smaller one that fits into the room, and of the text's
/// beginning where it does not fit at 9.
std::string fitted_text(double x, double y, std::string_view text, double size, double room,
                        std::string_view attributes);

/// Returns what a reader is told of the element around it.
std::string title_element(std::string_view text);

/// Returns how a line looks that stands for an edge of that weight in [0, 1].
std::string stroke_of(double weight);

/// Returns the frames around a node's box.
std::string box_frames(double x, double y, bool locked, bool misplaced);

/// Return a tick or a cross before a line of text with its baseline at y, and lines that explain the frames.
std::string verdict_mark(double x, double y, bool met);
std::string locked_legend(double x, double y, const std::string& hero);
std::string misplaced_legend(double x, double y, const std::string& hero);

/// Returns samples of edges with their weights.
std::string weight_legend(double x, double y);

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

// What both pictures of a party say in words.

/// Returns a hero's name, or the id where the pool has no names or the hero none.
std::string hero_label(const Puzzle& puzzle, std::uint32_t hero);

/// Returns "Bo (b)", or the id alone where the hero has no other label.
std::string name_and_id(const Puzzle& puzzle, std::uint32_t hero);

/// Returns a value of the objective's column, with the unit: "300 coins".
std::string objective_text(const Puzzle& puzzle, double value);

/// Returns what a condition asks for, with its column before it where that is asked: "roles tank or mage".
std::string condition_text(const Puzzle& puzzle, const NodeCondition& condition, bool with_column);

/// Returns the weight of each edge, [edge], in [0, 1].
std::vector<double> weights_of_edges(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns the columns of all restrictions: "roles, race".
std::string restricted_columns(const Puzzle& puzzle);

/// Returns "total price 1200 coins, synergy 0.75"; a formation without edges has no synergy.
std::string totals_text(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns a node with its hero and its restrictions.
std::string node_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node);

/// Returns "front - back: 0.5", without the weight where there is no party.
std::string edge_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::size_t edge);

/// Returns the whole picture in words, a line for each node, edge and rule.
std::vector<std::string> picture_words(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns "every rule met", "1 rule broken" or the like.
std::string state_text(std::span<const Verdict> verdicts);

/// Returns the requirements and the synergy that is asked, as they stand in verdicts.
std::vector<std::string> rules_asked(const Puzzle& puzzle);

/// Tells whether the hero of a node breaks a rule there: it is repeated, may not stand there, or stands in
/// place of a locked one.
bool misplaced(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node);

}  // namespace skerry::party
