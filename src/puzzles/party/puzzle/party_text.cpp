#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/text/text.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <optional>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::string_view blanks = " \t\r";

/// Returns the hero whose id begins the text, up to a blank or the end; of several the one with the longest
/// id.
std::optional<std::uint32_t> leading_hero(const Pool& pool, std::string_view text) {
  while (!text.empty()) {
    if (const auto hero = pool.find(text)) return hero;
    const std::size_t blank = text.find_last_of(blanks);
    if (blank == std::string_view::npos) return std::nullopt;
    const std::size_t last = text.find_last_not_of(blanks, blank);
    text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  }
  return std::nullopt;
}

/// Returns the id that a text consists of, or begins with before a blank.
std::optional<std::string> leading_id(const std::vector<std::string>& ids, std::string_view text) {
  const auto leads = [&](const std::string& id) {
    return text.starts_with(id) &&
           (text.size() == id.size() || blanks.find(text[id.size()]) != std::string_view::npos);
  };
  const auto found = std::ranges::find_if(ids, leads);
  return found == ids.end() ? std::nullopt : std::optional(*found);
}

std::string values_of(const CategoricalColumn& column, std::uint32_t hero) {
  std::string text;
  for (const std::uint32_t value : column.values_of(hero))
    text += (text.empty() ? "" : " or ") + column.values[value];
  return text;
}

struct Line {
  std::string_view text;
  std::string where;

  [[noreturn]] void fail(const std::string& message) const {
    throw DataError(fmt::format("{} ({})", message, where));
  }
};

std::uint32_t node_of(const Puzzle& puzzle, const Line& line, std::string_view name) {
  const auto found = std::ranges::find(puzzle.nodes, name, &Node::name);
  if (found == puzzle.nodes.end()) {
    std::vector<std::string> names;
    for (const Node& node : puzzle.nodes) names.push_back(node.name);
    const auto nearest = nearest_name(name, names);
    line.fail(fmt::format("the formation has no node '{}'{}", name,
                          nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
  }
  return static_cast<std::uint32_t>(found - puzzle.nodes.begin());
}

}  // namespace

bool begins_another(const Pool& pool, const std::string& id) {
  const auto longer = [&](const std::string& other) {
    return other.size() > id.size() && other.starts_with(id) &&
           blanks.find(other[id.size()]) != std::string_view::npos;
  };
  return std::ranges::any_of(pool.ids, longer);
}

std::string describe(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  const Pool& pool = puzzle.pool;
  std::string text;
  for (std::size_t node = 0; node < party.size(); ++node) {
    const std::uint32_t hero = party[node];
    text += fmt::format("{}: {}", puzzle.nodes[node].name, pool.ids[hero]);
    std::string comment;
    if (!pool.names.empty()) comment += fmt::format(" ({})", pool.names[hero]);
    for (const CategoricalColumn& column : pool.categorical) {
      comment += fmt::format(", {} {}", column.name, values_of(column, hero));
    }
    for (const NumericColumn& column : pool.numeric)
      comment += fmt::format(", {} {}", column.name, column.value[hero]);
    if (comment.starts_with(',')) comment.replace(0, 1, " :");
    std::ranges::replace_if(comment, is_control, ' ');
    if (begins_another(pool, pool.ids[hero])) comment.clear();
    text += comment + '\n';
  }
  return text;
}

std::vector<std::uint32_t> parse_party(const Puzzle& puzzle, std::string_view text, const std::string& name) {
  std::vector<std::optional<std::uint32_t>> party(puzzle.nodes.size());
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    Line line{text.substr(0, end), {}};
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t first = line.text.find_first_not_of(blanks);
    if (first == std::string_view::npos || line.text[first] == '#') continue;
    line.where = fmt::format("{}:{}:{}", name, number, first + 1);
    line.text.remove_prefix(first);
    const std::size_t colon = line.text.find(':');
    if (colon == std::string_view::npos)
      line.fail(said(puzzle.naming, "'{}' is no line 'node: {hero}'", line.text));
    const std::string_view node_name = line.text.substr(0, colon);
    const std::uint32_t node =
        node_of(puzzle, line, node_name.substr(0, node_name.find_last_not_of(blanks) + 1));
    if (party[node]) line.fail(fmt::format("node '{}' stands there twice", puzzle.nodes[node].name));
    const std::size_t id = line.text.find_first_not_of(blanks, colon + 1);
    if (id == std::string_view::npos)
      line.fail(said(puzzle.naming, "no {hero} stands on '{}'", puzzle.nodes[node].name));
    const std::string_view rest = line.text.substr(id);
    party[node] = leading_hero(puzzle.pool, rest);
    if (!party[node]) {
      line.where = fmt::format("{}:{}:{}", name, number, first + id + 1);
      if (const auto banned = leading_id(puzzle.banned, rest)) {
        line.fail(said(puzzle.naming, "{hero} '{}' is banned by problem.player", *banned));
      }
      if (const auto dear = leading_id(puzzle.too_dear, rest)) {
        line.fail(said(puzzle.naming, "{hero} '{}' is left out by problem.leave_out_dear", *dear));
      }
      line.fail(
          said(puzzle.naming, "the pool has no {hero} '{}'", rest.substr(0, rest.find_first_of(blanks))));
    }
  }
  std::vector<std::uint32_t> heroes;
  for (std::size_t node = 0; node < party.size(); ++node) {
    if (!party[node])
      throw DataError(
          said(puzzle.naming, "no line names the {hero} on '{}' ({})", puzzle.nodes[node].name, name));
    heroes.push_back(*party[node]);
  }
  return heroes;
}

}  // namespace skerry::party
