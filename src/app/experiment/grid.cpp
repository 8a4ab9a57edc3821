#include "app/experiment/grid.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include <fmt/core.h>

namespace skerry {
namespace {

constexpr std::size_t most_points = 100'000;
constexpr std::string_view islands_key = "islands";

std::string last_part(const std::string& key) {
  return key.substr(key.rfind('.') + 1);
}

/// Returns the short name of each key: its last part, where no other key ends with that.
std::vector<std::string> short_names(const std::vector<Settings::Value>& axes) {
  std::multiset<std::string> ends;
  for (const auto& axis : axes) ends.insert(last_part(axis.key));
  std::vector<std::string> names;
  for (const auto& axis : axes) {
    const std::string end = last_part(axis.key);
    names.push_back(ends.count(end) > 1 ? axis.key : end);
  }
  return names;
}

std::uint64_t island_count(const Settings& table, const std::string& text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count == 0) {
    table.fail(islands_key, fmt::format("islands has {}; numbers of islands are whole, from 1 up", text));
  }
  return count;
}

void check(const Settings& table, const std::vector<Settings::Value>& axes) {
  std::size_t points = 1;
  for (const auto& axis : axes) {
    const std::string top = axis.key.substr(0, axis.key.find('.'));
    if (axis.items.empty()) {
      table.fail(top, fmt::format("{} is {}; in [grid] it is a list of values", axis.key, axis.text));
    }
    if (std::set<std::string>(axis.items.begin(), axis.items.end()).size() != axis.items.size()) {
      table.fail(top, fmt::format("{} is {}, the same value twice", axis.key, axis.text));
    }
    points *= axis.items.size();
    if (points > most_points) table.fail({}, fmt::format("the grid has more than {} points", most_points));
  }
}

}  // namespace

std::vector<GridPoint> grid_points(const Settings& table) {
  const std::vector<Settings::Value> axes = table.values();
  check(table, axes);
  const std::vector<std::string> names = short_names(axes);
  std::vector<GridPoint> points(1);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const auto& [key, text, items] = axes[axis];
    std::vector<GridPoint> finer;
    finer.reserve(points.size() * items.size());
    for (const GridPoint& point : points) {
      for (const std::string& item : items) {
        GridPoint next = point;
        next.name += fmt::format("{}{}={}", point.name.empty() ? "" : "-", names[axis], item);
        if (key == islands_key) {
          next.islands = island_count(table, item);
        } else {
          next.settings.push_back({key, item});
        }
        finer.push_back(std::move(next));
      }
    }
    points = std::move(finer);
  }
  return points;
}

}  // namespace skerry
