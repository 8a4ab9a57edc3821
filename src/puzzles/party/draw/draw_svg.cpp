#include "puzzles/party/draw/draw.hpp"
#include "puzzles/party/draw/draw_marks.hpp"
#include "puzzles/party/draw/draw_words.hpp"
#include "puzzles/party/draw/layout.hpp"
#include "puzzles/party/draw/spread.hpp"
#include "puzzles/party/draw/svg_text.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

// Lengths are in user units, which are pixels where a page does not scale the picture.
constexpr double gap_across = 24;  // the least space between two boxes beside each other
constexpr double gap_down = 30;
constexpr double page_margin = 20;
constexpr double least_width = 460;
constexpr double computed_flatness = 0.75;  // of a formation without given positions, since boxes are wide
constexpr double heading_height = 34;
constexpr double line_height = 22;
constexpr double text_size = 14;
constexpr double mark_width = 22;

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
    corners_ = spread_boxes(layout(puzzle), {box_width + gap_across, box_height + gap_down},
                            puzzle.positions.empty() ? computed_flatness : 1);
    Place least = corners_[0], most = corners_[0];
    for (const Place& corner : corners_) {
      least = {std::min(least[0], corner[0]), std::min(least[1], corner[1])};
      most = {std::max(most[0], corner[0]), std::max(most[1], corner[1])};
    }
    width_ = std::max(least_width, most[0] - least[0] + box_width + 2 * page_margin);
    const Place shift = {(width_ - box_width - least[0] - most[0]) / 2,
                         page_margin + heading_height - least[1]};
    for (Place& corner : corners_) corner = {corner[0] + shift[0], corner[1] + shift[1]};
    below_ = most[1] + shift[1] + box_height + page_margin + 16;
  }

  std::string svg() {
    std::string body = heading() + edges() + nodes();
    body += legend();
    body += rules();  // below the legend, whose height is known now, as the picture's is afterwards
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
    return text_element(page_margin, page_margin + 8,
                        shortened(puzzle_.name, (width_ - 2 * page_margin) / 18),
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
    if (of.conditions.empty()) {
      return lines + node_line(node, 35, "any hero", 12, fmt::format(" fill='{}'", grey));
    }
    std::string first = condition_text(puzzle_, of.conditions[0], false);
    std::string second;
    if (of.conditions.size() > 2) {
      second = fmt::format("and {} more", of.conditions.size() - 1);
    } else if (of.conditions.size() == 2) {
      second = condition_text(puzzle_, of.conditions[1], false);
    } else {
      second = split_off(first, (box_width - 14) / 12);
    }
    return lines + node_line(node, 33, first, 12, "") +
           (second.empty() ? "" : node_line(node, 48, second, 12, ""));
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
      drawn += line(page_margin, below_);
      below_ += line_height;
    };
    const auto locked = [](const Node& node) { return node.locked.has_value(); };
    if (const std::string columns = restricted_columns(puzzle_); party_.empty() && !columns.empty()) {
      drawn += line_below(page_margin, "A node shows what its hero needs: " + columns, "");
    }
    if (!weights_.empty()) add(weight_legend);
    if (std::ranges::any_of(puzzle_.nodes, locked)) add(locked_legend);
    if (std::ranges::count(misplaced_, true) > 0) add(misplaced_legend);
    return drawn;
  }

  /// Returns a line of text below the formation, whole in a title where it is cut.
  std::string line_below(double left, const std::string& text, std::string_view attributes) {
    const std::string shown = shortened(text, (width_ - page_margin - left) / text_size);
    const std::string drawn = text_element(left, below_, shown, attributes);
    below_ += line_height;
    return shown == text ? drawn : fmt::format("<g>{}{}</g>\n", title_element(text), drawn);
  }

  std::string rules() {
    std::string drawn;
    if (party_.empty()) {
      for (const std::string& rule : rules_asked(puzzle_)) drawn += line_below(page_margin, rule, "");
    } else {
      drawn += line_below(page_margin, totals_text(puzzle_, party_), " font-weight='bold'");
    }
    for (const Verdict& verdict : verdicts_) {
      drawn += verdict_mark(page_margin, below_, verdict.met);
      drawn += line_below(page_margin + mark_width, fmt::format("{}: {}", verdict.rule, verdict.found),
                          verdict.met ? "" : fmt::format(" fill='{}'", red));
    }
    return drawn;
  }

  const Puzzle& puzzle_;
  std::span<const std::uint32_t> party_;
  std::vector<double> weights_;  // [edge]; empty without a party
  std::vector<bool> misplaced_;  // [node]
  std::vector<Verdict> verdicts_;
  std::vector<Place> corners_;  // [node] of its box, the upper left one
  double width_ = 0;
  double below_ = 0;  // the baseline of the next line below the formation, in the end the picture's height
};

}  // namespace

std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  return PartyPicture(puzzle, party).svg();
}

}  // namespace skerry::party
