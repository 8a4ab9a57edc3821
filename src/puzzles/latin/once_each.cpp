#include "puzzles/latin/once_each.hpp"

#include <array>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry {

namespace {

std::string said(std::uint8_t value, const Written& written) {
  return value == 0 ? "nothing" : written(value);
}

Verdict verdict(std::string rule, const std::vector<std::string>& offences, const char* sound) {
  return {std::move(rule), offences.empty() ? sound : fmt::format("{}", fmt::join(offences, ", ")),
          offences.empty()};
}

}  // namespace

std::vector<std::uint32_t> misfits(std::span<const std::uint8_t> values, std::uint32_t size) {
  std::vector<std::uint32_t> places;
  std::array<bool, 256> taken{};
  for (std::uint32_t at = 0; at < values.size(); ++at) {
    const std::uint8_t value = values[at];
    if (value == 0 || value > size || taken[value]) places.push_back(at);
    taken[value] = true;
  }
  return places;
}

Verdict once_each(const std::string& unit, const std::string& range, std::span<const std::uint8_t> values,
                  const Written& value, const Written& place) {
  std::vector<std::string> offences;
  for (const std::uint32_t at : misfits(values, static_cast<std::uint32_t>(values.size()))) {
    const bool repeated = values[at] > 0 && values[at] <= values.size();
    offences.push_back(
        fmt::format("{} in {}{}", said(values[at], value), place(at), repeated ? " again" : ""));
  }
  return verdict(fmt::format("{} holds {} once each", unit, range), offences, "so it does");
}

Verdict givens_kept(std::span<const std::uint8_t> givens, std::span<const std::uint8_t> grid,
                    const Written& value, const Written& place) {
  std::vector<std::string> moved;
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    if (givens[cell] == 0 || givens[cell] == grid[cell]) continue;
    moved.push_back(
        fmt::format("{} instead of {} in {}", said(grid[cell], value), value(givens[cell]), place(cell)));
  }
  return verdict("the givens are kept", moved, "so they are");
}

}  // namespace skerry
