#include "puzzles/party/map/map_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

using State = PartyCell::State;
using MapJson = nlohmann::ordered_json;
constexpr const char* map_schema = "skerry.party-map/1";
constexpr std::array<const char*, 3> state_names = {"open", "filled", "empty"};

bool is_proven(const PartyCell& cell) {
  return cell.bound && std::abs(*cell.bound - cell.best) <= 1e-9 * std::max(1.0, std::abs(cell.best));
}

std::string cell_text(const PartyCell& cell) {
  if (cell.state == State::empty) return "-";
  if (cell.state == State::open) return "?";
  return fmt::format("{:.10g}{}", cell.best, is_proven(cell) ? "=" : " ");
}

/// Returns a place on an axis in words: "7" where the cell holds one whole number, else "75 to 76".
std::string place_text(const Feature& axis, std::uint64_t place) {
  const double width = (axis.most - axis.least) / static_cast<double>(axis.cells);
  const double from = axis.least + static_cast<double>(place) * width;
  if (width == 1 && from == std::floor(from) + 0.5) return fmt::format("{:.10g}", from + 0.5);
  return fmt::format("{:.6g} to {:.6g}", from, from + width);
}

std::string table_text(const PartyMap& map) {
  const Feature& down = map.axes.front();
  const Feature& across = map.axes.back();
  std::vector<std::vector<std::string>> rows(down.cells + 1);
  rows.front().push_back(fmt::format("{} \\ {}", down.name, across.name));
  for (std::uint64_t place = 0; place < across.cells; ++place)
    rows.front().push_back(place_text(across, place) + " ");
  for (std::uint64_t row = 0; row < down.cells; ++row) {
    rows[row + 1].push_back(place_text(down, row));
    for (std::uint64_t place = 0; place < across.cells; ++place) {
      const std::string cell = cell_text(map.cells[row * across.cells + place]);
      rows[row + 1].push_back(cell.size() == 1 ? cell + " " : cell);
    }
  }
  std::vector<std::size_t> width(across.cells + 1, 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:>{}} ", row[i], width[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string list_text(const PartyMap& map) {
  std::string text;
  for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
    if (map.cells[cell].state == State::empty) continue;
    const std::vector<std::uint64_t> places = map.places_of(cell);
    std::vector<std::string> words;
    for (std::size_t axis = 0; axis < map.axes.size(); ++axis)
      words.push_back(fmt::format("{} {}", map.axes[axis].name, place_text(map.axes[axis], places[axis])));
    text += fmt::format("{}: {}\n", fmt::join(words, ", "), cell_text(map.cells[cell]));
  }
  return text;
}

/// Returns the numbers of cells in a state by what put them there: "islands 20, proof 3".
std::string means_text(const PartyMap& map, State state) {
  std::map<std::string_view, std::size_t> means;
  for (const PartyCell& cell : map.cells) {
    if (cell.state == state) ++means[cell.by];
  }
  std::vector<std::string> words;
  for (const auto& [by, number] : means) words.push_back(fmt::format("{} {}", by, number));
  return words.empty() ? "" : fmt::format(" ({})", fmt::join(words, ", "));
}

MapJson json_of(const PartyCell& cell, std::size_t number, const PartyMap& map, const Puzzle& puzzle) {
  MapJson json = {{"cell", number},
                  {"places", map.places_of(number)},
                  {"state", state_names.at(static_cast<std::size_t>(cell.state))},
                  {"by", cell.by.empty() ? MapJson(nullptr) : MapJson(cell.by)}};
  if (cell.state != State::filled) return json;
  json["fitness"] = cell.best;
  json["bound"] = cell.bound ? MapJson(*cell.bound) : MapJson(nullptr);
  json["proven"] = is_proven(cell);
  json["values"] = cell.values;
  MapJson party = MapJson::array();
  for (const std::uint32_t hero : cell.party) party.push_back(puzzle.pool.ids[hero]);
  json["party"] = std::move(party);
  return json;
}

}  // namespace

std::string text_of(const PartyMap& map, const Puzzle& puzzle) {
  const std::size_t filled = map.number_of(State::filled);
  const std::size_t open = map.number_of(State::open);
  const auto proven = std::ranges::count_if(
      map.cells, [](const PartyCell& cell) { return cell.state == State::filled && is_proven(cell); });
  std::string text = fmt::format("puzzle  {}\n", puzzle.name);
  text += map.axes.size() == 2 ? table_text(map) : list_text(map);
  text += fmt::format("filled  {} of {} cells{}; {} with the best {} that is possible (=)\n", filled,
                      map.cells.size(), means_text(map, State::filled), proven,
                      puzzle.pool.numeric[puzzle.objective].name);
  text += fmt::format("empty   {}, as is proven{} (-)\n", map.number_of(State::empty),
                      means_text(map, State::empty));
  text += fmt::format("open    {} (?)\n", open);
  if (filled + open > 0) {
    text += fmt::format("        {:.1f} % of the cells that are not proven empty are filled\n",
                        100.0 * static_cast<double>(filled) / static_cast<double>(filled + open));
  }
  return text;
}

MapJson json_of(const PartyMap& map, const Puzzle& puzzle) {
  MapJson features = MapJson::array();
  for (const Feature& axis : map.axes) {
    features.push_back({{"name", axis.name},
                        {"unit", axis.unit},
                        {"least", axis.least},
                        {"most", axis.most},
                        {"cells", axis.cells}});
  }
  const auto in = [&](State state) {
    MapJson cells = MapJson::array();
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
      if (map.cells[cell].state == state) cells.push_back(cell);
    }
    return cells;
  };
  MapJson cells = MapJson::array();
  for (std::size_t cell = 0; cell < map.cells.size(); ++cell)
    cells.push_back(json_of(map.cells[cell], cell, map, puzzle));
  return {{"schema", map_schema},
          {"puzzle", puzzle.name},
          {"objective", puzzle.pool.numeric[puzzle.objective].name},
          {"unit", puzzle.unit},
          {"direction", puzzle.direction == Direction::minimise ? "minimise" : "maximise"},
          {"features", std::move(features)},
          {"filled", in(State::filled)},
          {"empty", in(State::empty)},
          {"open", in(State::open)},
          {"seconds", map.seconds},
          {"evaluations", map.evaluations},
          {"cells", std::move(cells)}};
}

}  // namespace skerry::party
