#include "puzzles/party/draw.hpp"
#include "puzzles/party/draw_marks.hpp"
#include "puzzles/party/draw_words.hpp"
#include "puzzles/party/judge.hpp"
#include "puzzles/party/layout.hpp"
#include "puzzles/party/svg_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

// Lengths are in user units, which are pixels where a page does not scale the picture.
constexpr double gap_across = 24;  // the least space between two boxes beside each other
constexpr double gap_down = 30;
constexpr double margin = 20;
constexpr double least_width = 460;
constexpr double most_side = 4000;  // of the formation; positions that would need more overlap
constexpr double heading_height = 34;
constexpr double line_height = 22;
constexpr double text_size = 14;
constexpr double mark_width = 22;

/// Returns the smallest number of units for the side of the layout at which no two boxes overlap.
double side_without_overlap(const std::vector<std::array<double, 2>>& places) {
  constexpr double none = std::numeric_limits<double>::infinity();
  double side = 0;
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double x = std::abs(places[a][0] - places[b][0]), y = std::abs(places[a][1] - places[b][1]);
      const double apart =
          std::min(x > 0 ? (box_width + gap_across) / x : none, y > 0 ? (box_height + gap_down) / y : none);
      side = std::max(side, apart);
    }
  }
  return std::min(side, most_side);
}

/// Returns the lines, each escaped.
std::string svg_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += svg_escaped(line) + '\n';
  return text;
}

class PartyPicture {
 public:
  PartyPicture(const Puzzle& puzzle, std::span<const std::uint32_t> party)
      : puzzle_(puzzle), party_(party), misplaced_(puzzle.nodes.size()) {
    if (!party.empty()) {
      weights_ = weights_of_edges(puzzle, party);
      verdicts_ = judge(puzzle, party);
      for (std::uint32_t node = 0; node < party.size(); ++node) {
        misplaced_[node] = misplaced(puzzle, party, node);
      }
    }
    corners_ = layout(puzzle);
    const double side = side_without_overlap(corners_);
    std::array<double, 2> least = {side, side}, most = {0, 0};
    for (std::array<double, 2>& corner : corners_) {
      for (std::size_t axis = 0; axis < 2; ++axis) {
        corner.at(axis) *= side;
        least.at(axis) = std::min(least.at(axis), corner.at(axis));
        most.at(axis) = std::max(most.at(axis), corner.at(axis));
      }
    }
    width_ = std::max(least_width, most[0] - least[0] + box_width + 2 * margin);
    const std::array<double, 2> shift = {(width_ - box_width - least[0] - most[0]) / 2,
                                         margin + heading_height - least[1]};
    for (std::array<double, 2>& corner : corners_) corner = {corner[0] + shift[0], corner[1] + shift[1]};
    below_ = most[1] + shift[1] + box_height + margin + 16;
  }

  std::string svg() {
    const std::string body = heading() + edges() + nodes() + legend() + rules();
    return head() + body + "</svg>\n";
  }

 private:
  std::string head() const {
    const std::string state = party_.empty()
                                  ? fmt::format("a formation of {} nodes", puzzle_.nodes.size())
                                  : fmt::format("a party of {}, {}", party_.size(), state_text(verdicts_));
    const double width = std::ceil(width_), height = std::ceil(below_);
    return fmt::format(
               "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
               "role='img' font-family='Helvetica, Arial, sans-serif' font-size='{2}' fill='{3}'>\n",
               width, height, text_size, ink) +
           title_element(fmt::format("{}, {}", puzzle_.name, state)) + "\n<desc>" +
           svg_lines(picture_words(puzzle_, party_)) +
           fmt::format("</desc>\n<rect width='{}' height='{}' fill='#fff'/>\n", width, height);
  }

  std::string heading() const {
    return text_element(margin, margin + 8, shortened(puzzle_.name, (width_ - 2 * margin) / 18),
                        " font-size='18' font-weight='bold'");
  }

  std::string edges() const {
    std::string lines;
    for (std::size_t edge = 0; edge < puzzle_.edges.size(); ++edge) {
      const auto& [a, b] = puzzle_.edges[edge];
      lines += fmt::format(
          "<path d='M{:.1f} {:.1f}L{:.1f} {:.1f}' {}>{}</path>\n", corners_[a][0] + box_width / 2,
          corners_[a][1] + box_height / 2, corners_[b][0] + box_width / 2, corners_[b][1] + box_height / 2,
          weights_.empty() ? fmt::format("stroke='{}' stroke-width='1.5'", grey) : stroke_of(weights_[edge]),
          title_element(edge_words(puzzle_, party_, edge)));
    }
    return lines;
  }

  std::string nodes() const {
    std::string boxes;
    for (std::uint32_t node = 0; node < puzzle_.nodes.size(); ++node) {
      const auto& [x, y] = corners_[node];
      boxes += "<g text-anchor='middle'>" + title_element(node_words(puzzle_, party_, node)) +
               box_frames(x, y, puzzle_.nodes[node].locked.has_value(), misplaced_[node]) + node_lines(node) +
               "</g>\n";
    }
    return boxes;
  }

  std::string node_lines(std::uint32_t node) const {
    const Node& of = puzzle_.nodes[node];
    const std::string bold = " font-weight='bold'";
    std::string lines = node_line(node, 16, of.name, 11, fmt::format(" fill='{}'", grey));
    if (!party_.empty()) {
      return lines + node_line(node, 33, hero_label(puzzle_, party_[node]), text_size, bold) +
             node_line(node, 49,
                       objective_text(puzzle_, puzzle_.pool.numeric[puzzle_.objective].value[party_[node]]),
                       12, "");
    }
    if (of.locked) {
      return lines + node_line(node, 33, hero_label(puzzle_, *of.locked), text_size, bold) +
             node_line(node, 49, "locked", 12, "");
    }
    if (of.conditions.empty())
      return lines + node_line(node, 35, "any hero", 12, fmt::format(" fill='{}'", grey));
    lines += node_line(node, 33, condition_text(puzzle_, of.conditions[0], false), 12, "");
    if (of.conditions.size() == 2)
      lines += node_line(node, 48, condition_text(puzzle_, of.conditions[1], false), 12, "");
    if (of.conditions.size() > 2) {
      lines += node_line(node, 48, fmt::format("and {} more", of.conditions.size() - 1), 12, "");
    }
    return lines;
  }

  std::string node_line(std::uint32_t node, double down, const std::string& text, double size,
                        const std::string& attributes) const {
    return text_element(corners_[node][0] + box_width / 2, corners_[node][1] + down,
                        shortened(text, (box_width - 14) / size),
                        fmt::format(" font-size='{}'{}", size, attributes));
  }

  std::string legend() {
    std::string drawn;
    const auto add = [&](std::string (*line)(double, double)) {
      drawn += line(margin, below_);
      below_ += line_height;
    };
    const auto locked = [](const Node& node) { return node.locked.has_value(); };
    if (!weights_.empty()) add(weight_legend);
    if (std::ranges::any_of(puzzle_.nodes, locked)) add(locked_legend);
    if (std::ranges::count(misplaced_, true) > 0) add(misplaced_legend);
    return drawn;
  }

  /// Returns a line of text below the formation, whole in a title where it is cut.
  std::string line_below(double left, const std::string& text, std::string_view attributes) {
    const std::string shown = shortened(text, (width_ - margin - left) / text_size);
    const std::string drawn = text_element(left, below_, shown, attributes);
    below_ += line_height;
    return shown == text ? drawn : fmt::format("<g>{}{}</g>\n", title_element(text), drawn);
  }

  std::string rules() {
    std::string drawn;
    if (party_.empty()) {
      for (const std::string& rule : rules_asked(puzzle_)) drawn += line_below(margin, rule, "");
    } else {
      drawn += line_below(margin, totals_text(puzzle_, party_), " font-weight='bold'");
    }
    for (const Verdict& verdict : verdicts_) {
      drawn += verdict_mark(margin, below_, verdict.met);
      drawn += line_below(margin + mark_width, fmt::format("{}: {}", verdict.rule, verdict.found),
                          verdict.met ? "" : fmt::format(" fill='{}'", red));
    }
    return drawn;
  }

  const Puzzle& puzzle_;
  std::span<const std::uint32_t> party_;
  std::vector<double> weights_;  // [edge]; empty without a party
  std::vector<bool> misplaced_;  // [node]
  std::vector<Verdict> verdicts_;
  std::vector<std::array<double, 2>> corners_;  // [node] of its box, the upper left one
  double width_ = 0;
  double below_ = 0;  // the baseline of the next line below the formation, in the end the picture's height
};

}  // namespace

std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  return PartyPicture(puzzle, party).svg();
}

}  // namespace skerry::party
