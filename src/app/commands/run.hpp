#pragma once

#include "skerry/app/program.hpp"
#include "skerry/detail/population/starters.hpp"

#include "app/run/load.hpp"
#include "app/terminal/progress.hpp"

#include <cstdint>
#include <filesystem>

namespace skerry {

struct SeriesSettings {
  std::uint64_t count = 1;  ///< seeds from run.seed on
  std::size_t islands = 1;
  std::filesystem::path output;  ///< "results/type2.h5": traces are results/type2-SEED.h5
  Starters starters = {};
  bool force = false;  ///< repeats finished runs too
  bool json = false;
  ProgressMode mode = ProgressMode::none;
};

std::filesystem::path trace_of_seed(const std::filesystem::path& output, std::uint64_t seed);

/// Carries out the runs that are not finished yet: traces of finished runs are kept, interrupted and killed
/// runs go on. Looks at all traces before the first run. Throws AgreedFailure for a trace that is not of this
/// configuration. Collective.
ExitStatus run_series(const Loaded& loaded, const SeriesSettings& settings, Program& program);

}  // namespace skerry
