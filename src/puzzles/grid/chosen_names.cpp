#include "puzzles/grid/chosen_names.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/measures.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry {

std::vector<std::size_t> chosen_names(const Settings& table, std::string_view key,
                                      std::span<const std::string_view> names,
                                      const std::vector<std::size_t>& fallback) {
  if (!table.has(key)) return fallback;
  std::vector<std::size_t> chosen;
  for (const std::string& name : table.texts(key)) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      const auto near = nearest_name(name, {names.begin(), names.end()});
      table.fail(key, fmt::format("{} has \"{}\"; it lists some of {}{}", key, name, fmt::join(names, ", "),
                                  near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (std::ranges::find(chosen, index) != chosen.end())
      table.fail(key, fmt::format("{} has \"{}\" twice; each of its names stands once", key, name));
    chosen.push_back(index);
  }
  if (chosen.empty())
    table.fail(key, fmt::format("{} is empty; it lists some of {}", key, fmt::join(names, ", ")));
  return chosen;
}

Feature count_feature(std::string name, std::string unit, std::uint64_t least, std::uint64_t most) {
  constexpr std::uint64_t most_cells = 50;
  const std::uint64_t width = (most - least + most_cells) / most_cells;
  const std::uint64_t cells = (most - least + width) / width;
  Feature feature = whole_number_feature(std::move(name), least, least + cells * width - 1);
  feature.unit = std::move(unit);
  feature.cells = cells;
  return feature;
}

}  // namespace skerry
