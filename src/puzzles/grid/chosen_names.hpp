#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

class Settings;
struct Feature;

/// Returns the indices of the names that a list of a table chooses, in its order; `fallback` where the key is
/// absent. Throws, with the place of the key, for an empty list, an unknown name, and one that is chosen
/// twice.
std::vector<std::size_t> chosen_names(const Settings& table, std::string_view key,
                                      std::span<const std::string_view> names,
                                      const std::vector<std::size_t>& fallback);

/// Returns a feature whose values are the whole numbers from `least` to `most`, with a cell for each of them
/// or, where they are more than fifty, for equally many of them.
Feature count_feature(std::string name, std::string unit, std::uint64_t least, std::uint64_t most);

}  // namespace skerry
