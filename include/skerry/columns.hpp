#pragma once

#include <concepts>
#include <span>
#include <string>
#include <vector>

namespace skerry {

template <typename Genome>
struct Population;

/// A number of an island and generation that a program adds to those of skerry (skerry/statistics.hpp).
struct Column {
  std::string name;          ///< "radius": at most 64 lower-case letters, digits and underscores
  std::string unit = {};     ///< "mm"; empty for a pure number
  std::string meaning = {};  ///< "largest distance of an individual from the centre"
};

/// A problem or an observer that has std::vector<Column> columns() const, always the same, and void
/// observe(const Population<Genome>& population, std::span<double> values), called after each generation to
/// write a value for each column; one that it leaves is NaN. They follow from the populations seen.
template <typename T, typename Genome>
concept ObservesPopulation = requires(T& observer, const T& constant, const Population<Genome>& population,
                                      std::span<double> values) {
  { constant.columns() } -> std::same_as<std::vector<Column>>;
  { observer.observe(population, values) } -> std::same_as<void>;
};

/// Throws UsageError for a name that is no plain identifier, is used twice or is one of skerry's own.
void check_columns(const std::vector<Column>& columns);

/// Returns the columns on one line, "radius (mm), spread"; "none" if there are none.
std::string text_of(const std::vector<Column>& columns);

}  // namespace skerry
