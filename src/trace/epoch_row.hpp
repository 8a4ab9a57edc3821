#pragma once

#include "skerry/record.hpp"

#include <cstdint>
#include <tuple>

namespace skerry {

/// The state of all islands at the end of an epoch. The row is written after the epoch's rows in the other
/// tables, so that it tells how many of them are whole.
struct EpochRow {
  std::uint64_t generation = 0;
  std::uint64_t improvements = 0;
  std::uint64_t migrations = 0;
  std::uint64_t evaluations = 0;
  double violation = 0;
  double best = 0;
  double elapsed_s = 0;
};

template <>
inline constexpr auto members_of<EpochRow> = std::tuple{
    Member{"generation", "1", "last generation of the epoch", &EpochRow::generation},
    Member{"improvements", "1", "rows of /improvement so far", &EpochRow::improvements},
    Member{"migrations", "1", "rows of /migration so far", &EpochRow::migrations},
    Member{"evaluations", "1", "evaluations of all islands since the start", &EpochRow::evaluations},
    Member{"violation", "1", "violation of the best individual so far", &EpochRow::violation},
    Member{"best", fitness_unit, "fitness of the best individual so far", &EpochRow::best},
    Member{"elapsed_s", "s", "time since the start", &EpochRow::elapsed_s}};
static_assert(describes_whole<EpochRow>);

}  // namespace skerry
