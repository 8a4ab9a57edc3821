#include "puzzles/party/draw/draw.hpp"

#include "skerry/detail/text.hpp"

#include "app/text/text.hpp"
#include "puzzles/party/draw/layout.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/core.h>

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
constexpr double least_size = 9;  // to which a text is set smaller before it is cut
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
    const std::string state = party_.empty() ? fmt::format("a formation of {} nodes", puzzle_.nodes.size())
                                             : fmt::format("a {} of {}, {}", puzzle_.naming.party,
                                                           party_.size(), state_text(verdicts_));
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
    return fitted_text(page_margin, page_margin + 8, puzzle_.name, 18, width_ - 2 * page_margin,
                       " font-weight='bold'");
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
      return lines + node_line(node, 35, "any " + puzzle_.naming.hero, 12, fmt::format(" fill='{}'", grey));
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
    return fitted_text(corners_[node][0] + box_width / 2, corners_[node][1] + down, text, size,
                       box_width - 14, attributes);
  }

  std::string legend() {
    std::string drawn;
    const auto add = [&](const auto& line) {
      drawn += line(page_margin, below_);
      below_ += line_height;
    };
    const auto locked = [](const Node& node) { return node.locked.has_value(); };
    if (const std::string columns = restricted_columns(puzzle_); party_.empty() && !columns.empty()) {
      drawn += line_below(
          page_margin, fmt::format("A node shows what its {} needs: {}", puzzle_.naming.hero, columns), "");
    }
    if (!weights_.empty()) add(weight_legend);
    const std::string& hero = puzzle_.naming.hero;
    if (std::ranges::any_of(puzzle_.nodes, locked)) {
      add([&](double x, double y) { return locked_legend(x, y, hero); });
    }
    if (std::ranges::count(misplaced_, true) > 0) {
      add([&](double x, double y) { return misplaced_legend(x, y, hero); });
    }
    return drawn;
  }

  /// Returns a line of text below the formation, whole in a title where it is cut.
  std::string line_below(double left, const std::string& text, std::string_view attributes) {
    const double room = width_ - page_margin - left;
    const double width = width_em(text);
    const std::string drawn = width * text_size <= room
                                  ? text_element(left, below_, text, attributes)
                                  : fitted_text(left, below_, text, text_size, room, attributes);
    below_ += line_height;
    return width * least_size <= room ? drawn : fmt::format("<g>{}{}</g>\n", title_element(text), drawn);
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

namespace {

constexpr const char* dashes = "stroke-width='2.5' stroke-dasharray='5 3'";

/// Returns a rectangle that lies `inset` within a node's box.
std::string frame(double x, double y, double inset, std::string_view attributes) {
  return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' rx='6' {}/>\n", x + inset,
                     y + inset, box_width - 2 * inset, box_height - 2 * inset, attributes);
}

/// Returns a small box before a line of text that explains it.
std::string explained(double x, double y, std::string_view attributes, std::string_view words) {
  return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='24' height='12' fill='none' {}/>\n", x, y - 11,
                     attributes) +
         text_element(x + 34, y, words, "");
}

}  // namespace

std::string text_element(double x, double y, std::string_view text, std::string_view attributes) {
  return fmt::format("<text x='{:.1f}' y='{:.1f}'{}>{}</text>\n", x, y, attributes, svg_escaped(text));
}

std::string fitted_text(double x, double y, std::string_view text, double size, double room,
                        std::string_view attributes) {
  const double fitting = std::floor(2 * room / std::max(width_em(text), 1.0)) / 2;
  size = std::min(size, std::max(fitting, least_size));
  return text_element(x, y, shortened(text, room / size),
                      fmt::format(" font-size='{}'{}", size, attributes));
}

std::string title_element(std::string_view text) {
  return fmt::format("<title>{}</title>", svg_escaped(text));
}

std::string stroke_of(double weight) {
  if (weight <= 0) return fmt::format("stroke='{}' stroke-width='1.2' stroke-dasharray='4 4'", grey);
  constexpr std::array light = {0x9a, 0xb3, 0xcc};
  constexpr std::array dark = {0x0b, 0x2f, 0x57};
  std::string colour = "#";
  for (std::size_t i = 0; i < light.size(); ++i) {
    const double mixed = light.at(i) + (dark.at(i) - light.at(i)) * std::min(weight, 1.0);
    colour += fmt::format("{:02x}", static_cast<unsigned>(mixed));
  }
  return fmt::format("stroke='{}' stroke-width='{:.1f}'", colour, 1.5 + 5 * std::min(weight, 1.0));
}

std::string box_frames(double x, double y, bool locked, bool misplaced) {
  std::string frames = frame(x, y, 0, fmt::format("fill='#fff' stroke='{}' stroke-width='1.3'", ink));
  if (locked) frames += frame(x, y, 3, fmt::format("fill='none' stroke='{}'", ink));
  if (misplaced) frames += frame(x, y, 4, fmt::format("fill='none' stroke='{}' {}", red, dashes));
  return frames;
}

std::string verdict_mark(double x, double y, bool met) {
  return fmt::format("<path d='M{:.1f} {:.1f}{}' fill='none' stroke='{}' stroke-width='2'/>\n", x,
                     met ? y - 5 : y - 10, met ? "l4 4 8-10" : "l10 10m0-10l-10 10", met ? green : red);
}

std::string locked_legend(double x, double y, const std::string& hero) {
  return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='18' height='6' fill='none' stroke='{}'/>\n", x + 3,
                     y - 8, ink) +
         explained(x, y, fmt::format("stroke='{}' stroke-width='1.3'", ink), "a locked " + hero);
}

std::string misplaced_legend(double x, double y, const std::string& hero) {
  return explained(x, y, fmt::format("stroke='{}' {}", red, dashes),
                   fmt::format("this {} breaks a rule", hero));
}

std::string weight_legend(double x, double y) {
  std::string drawn = text_element(x, y, "Weight of an edge:", "");
  double at = x + 150;
  for (const double weight : {0.0, 0.5, 1.0}) {
    drawn += fmt::format("<path d='M{:.1f} {:.1f}h40' {}/>\n", at, y - 5, stroke_of(weight)) +
             text_element(at + 48, y, fmt::format("{}", weight), "");
    at += 84;
  }
  return drawn;
}

namespace {

constexpr std::string_view ellipsis = "\u2026";

/// Returns the character that a text begins with; a byte that begins none stands for itself.
std::string_view first_character(std::string_view text) {
  std::size_t size_bytes = 1;
  while (size_bytes < text.size() && (static_cast<unsigned char>(text[size_bytes]) & 0xC0U) == 0x80U) {
    ++size_bytes;
  }
  return text.substr(0, size_bytes);
}

bool holds(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

double character_em(std::string_view character) {
  if (character.size() == 2) return 0.75;
  if (character.size() > 2) return 1.05;
  const char c = character.front();
  if (holds("ijl.,:;'!| ", c)) return 0.29;
  if (holds("Ifrt()[]{}/\\-\"*`", c)) return 0.42;
  if (holds("mwMW@%", c)) return 0.95;
  return c >= 'A' && c <= 'Z' ? 0.75 : 0.58;
}

}  // namespace

std::string svg_escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    text.remove_prefix(character.size());
    if (character == "&") {
      escaped += "&amp;";
    } else if (character == "<") {
      escaped += "&lt;";
    } else if (character == ">") {
      escaped += "&gt;";
    } else if (character == "'") {
      escaped += "&#39;";
    } else if (character == "\"") {
      escaped += "&quot;";
    } else if (is_control(character.front()) || character == "\uFFFE" || character == "\uFFFF") {
      escaped += ' ';
    } else {
      escaped += character;
    }
  }
  return escaped;
}

double width_em(std::string_view text) {
  double width = 0;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    text.remove_prefix(character.size());
    width += character_em(character);
  }
  return width;
}

std::string shortened(std::string_view text, double most_em) {
  if (width_em(text) <= most_em) return std::string(text);
  std::size_t end = 0;
  double width = width_em(ellipsis);
  while (end < text.size()) {
    const std::string_view character = first_character(text.substr(end));
    width += character_em(character);
    if (width > most_em) break;
    end += character.size();
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return std::string(text.substr(0, end)).append(ellipsis);
}

std::string split_off(std::string& text, double most_em) {
  if (width_em(text) <= most_em) return {};
  std::size_t end = text.find(' ');
  for (std::size_t next = end; next != std::string::npos; next = text.find(' ', next + 1)) {
    if (width_em(text.substr(0, next)) <= most_em) end = next;
  }
  if (end == std::string::npos) return {};
  std::string rest = text.substr(end + 1);
  text.resize(end);
  return rest;
}

namespace {

using TableRow = std::vector<std::string>;

/// Returns the rows with their columns in line, two blanks apart, each row after a prefix.
std::string table_text(const std::vector<TableRow>& rows, std::string_view prefix) {
  std::vector<std::size_t> widths;
  for (const TableRow& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], characters_in(row[i]));
  }
  std::string text;
  for (const TableRow& row : rows) {
    std::string line(prefix);
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(widths[i] - characters_in(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::ranges::replace_if(line, is_control, ' ');
    text += line + '\n';
  }
  return text;
}

/// Returns the neighbours of a node with the weights of the edges to them: "front 0.5, back 1".
std::string neighbours_text(const Puzzle& puzzle, std::span<const double> weights, std::size_t node) {
  std::vector<std::string> texts;
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    const auto& [a, b] = puzzle.edges[edge];
    if (a != node && b != node) continue;
    const std::string& name = puzzle.nodes[a == node ? b : a].name;
    texts.push_back(weights.empty() ? name : fmt::format("{} {:.3g}", name, weights[edge]));
  }
  return joined(texts, ", ");
}

std::string who_may_stand(const Puzzle& puzzle, std::size_t node) {
  if (const auto& locked = puzzle.nodes[node].locked) {
    return name_and_id(puzzle, *locked) + ", locked";
  }
  std::vector<std::string> conditions;
  for (const NodeCondition& condition : puzzle.nodes[node].conditions) {
    conditions.push_back(condition_text(puzzle, condition, true));
  }
  return conditions.empty() ? "any " + puzzle.naming.hero : joined(conditions, " and ");
}

std::string title_line(const Puzzle& puzzle, const std::string& text) {
  return table_text({{fmt::format("{}: {}", puzzle.name, text)}}, "# ");
}

std::string puzzle_text(const Puzzle& puzzle) {
  std::vector<TableRow> rows = {{"node", "who may stand there", "neighbours"}};
  for (std::size_t node = 0; node < puzzle.nodes.size(); ++node) {
    rows.push_back({puzzle.nodes[node].name, who_may_stand(puzzle, node), neighbours_text(puzzle, {}, node)});
  }
  std::vector<TableRow> rules;
  for (const std::string& rule : rules_asked(puzzle)) rules.push_back({"asked", rule});
  return title_line(puzzle, fmt::format("{} nodes, {} edges", puzzle.nodes.size(), puzzle.edges.size())) +
         table_text(rows, "# ") + table_text(rules, "# ");
}

std::string party_drawing(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  const std::vector<double> weights = weights_of_edges(puzzle, party);
  const NumericColumn& objective = puzzle.pool.numeric[puzzle.objective];
  std::vector<TableRow> rows;
  for (std::uint32_t node = 0; node < party.size(); ++node) {
    const std::uint32_t hero = party[node];
    // Blanks align, so none may make another hero of an id.
    if (begins_another(puzzle.pool, puzzle.pool.ids[hero])) {
      rows.push_back({puzzle.nodes[node].name + ":", puzzle.pool.ids[hero]});
      continue;
    }
    rows.push_back({puzzle.nodes[node].name + ":", puzzle.pool.ids[hero],
                    puzzle.pool.names.empty() ? "" : puzzle.pool.names[hero],
                    fmt::format("{:.10g}", objective.value[hero]), neighbours_text(puzzle, weights, node),
                    misplaced(puzzle, party, node) ? "BREAKS A RULE" : ""});
  }
  std::vector<TableRow> rules;
  const std::vector<Verdict> verdicts = judge(puzzle, party);
  rules.reserve(verdicts.size());
  for (const Verdict& verdict : verdicts) {
    rules.push_back({verdict.met ? "met" : "BROKEN", verdict.rule, verdict.found});
  }
  return title_line(puzzle, totals_text(puzzle, party) + ", " + state_text(verdicts)) +
         fmt::format("# node: {}, {}, {}, weights of the edges\n", puzzle.naming.hero,
                     puzzle.pool.names.empty() ? "id" : "name", objective.name) +
         table_text(rows, "") + table_text(rules, "# ");
}

}  // namespace

std::string draw_text(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  return party.empty() ? puzzle_text(puzzle) : party_drawing(puzzle, party);
}

std::string hero_label(const Puzzle& puzzle, std::uint32_t hero) {
  const Pool& pool = puzzle.pool;
  return pool.names.empty() || pool.names[hero].empty() ? pool.ids[hero] : pool.names[hero];
}

std::string name_and_id(const Puzzle& puzzle, std::uint32_t hero) {
  const std::string label = hero_label(puzzle, hero);
  const std::string& id = puzzle.pool.ids[hero];
  return label == id ? id : fmt::format("{} ({})", label, id);
}

std::string objective_text(const Puzzle& puzzle, double value) {
  return fmt::format("{:.10g}{}{}", value, puzzle.unit.empty() ? "" : " ", puzzle.unit);
}

std::string condition_text(const Puzzle& puzzle, const NodeCondition& condition, bool with_column) {
  const CategoricalColumn& column = puzzle.pool.categorical[condition.column];
  std::vector<std::string> values;
  for (const std::uint32_t value : condition.values) values.push_back(column.values[value]);
  return fmt::format("{}{}{}", with_column ? column.name : "", with_column ? " " : "",
                     joined(values, " or "));
}

std::string restricted_columns(const Puzzle& puzzle) {
  std::vector<std::string> columns;
  for (const Node& node : puzzle.nodes) {
    for (const NodeCondition& condition : node.conditions) {
      const std::string& name = puzzle.pool.categorical[condition.column].name;
      if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
    }
  }
  return joined(columns, ", ");
}

std::vector<double> weights_of_edges(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  std::vector<double> weights;
  for (const auto& [from, to] : puzzle.edges) weights.push_back(edge_weight(puzzle, party[from], party[to]));
  return weights;
}

std::string totals_text(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  std::string text = fmt::format("total {} {}", puzzle.pool.numeric[puzzle.objective].name,
                                 objective_text(puzzle, score(puzzle, party).fitness));
  if (!puzzle.edges.empty()) text += fmt::format(", synergy {:.4g}", synergy(puzzle, party));
  return text;
}

std::string node_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node) {
  const Node& shown = puzzle.nodes[node];
  std::string words = shown.name;
  if (!party.empty()) {
    const NumericColumn& objective = puzzle.pool.numeric[puzzle.objective];
    words += fmt::format(": {}, {} {}{}", name_and_id(puzzle, party[node]), objective.name,
                         objective_text(puzzle, objective.value[party[node]]),
                         misplaced(puzzle, party, node) ? ", breaks a rule" : "");
  }
  if (shown.locked) words += fmt::format(", {} is locked here", name_and_id(puzzle, *shown.locked));
  for (const NodeCondition& condition : shown.conditions) {
    words += ", asks for " + condition_text(puzzle, condition, true);
  }
  return words;
}

std::string edge_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::size_t edge) {
  const auto& [a, b] = puzzle.edges[edge];
  const std::string ends = fmt::format("{} - {}", puzzle.nodes[a].name, puzzle.nodes[b].name);
  return party.empty() ? ends : fmt::format("{}: {:.3g}", ends, edge_weight(puzzle, party[a], party[b]));
}

std::vector<std::string> picture_words(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  std::vector<std::string> lines;
  for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
    lines.push_back(node_words(puzzle, party, node));
  }
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    lines.push_back(edge_words(puzzle, party, edge));
  }
  if (party.empty()) {
    for (const std::string& rule : rules_asked(puzzle)) lines.push_back("asked: " + rule);
    return lines;
  }
  lines.push_back(totals_text(puzzle, party));
  for (const Verdict& verdict : judge(puzzle, party)) {
    lines.push_back(fmt::format("{}: {}: {}", verdict.met ? "met" : "broken", verdict.rule, verdict.found));
  }
  return lines;
}

std::string state_text(std::span<const Verdict> verdicts) {
  const auto broken = std::ranges::count(verdicts, false, &Verdict::met);
  if (broken == 0) return "every rule met";
  return fmt::format("{} {} broken", broken, broken == 1 ? "rule" : "rules");
}

std::vector<std::string> rules_asked(const Puzzle& puzzle) {
  std::vector<std::string> rules;
  for (const Requirement& requirement : puzzle.requirements) rules.push_back(requirement.text);
  if (puzzle.synergy.at_least > 0) rules.push_back(synergy_rule(puzzle));
  return rules;
}

bool misplaced(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node) {
  const auto& locked = puzzle.nodes[node].locked;
  return std::ranges::count(party, party[node]) > 1 || !may_stand(puzzle, node, party[node]) ||
         (locked && *locked != party[node]);
}

}  // namespace skerry::party
