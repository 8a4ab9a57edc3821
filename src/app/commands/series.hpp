#pragma once

#include "skerry/app/program.hpp"

#include "app/run/load.hpp"
#include "app/terminal/progress.hpp"

#include <cstdint>
#include <filesystem>

namespace skerry {

/// Runs of one configuration that differ in their seeds.
struct SeriesSettings {
  std::uint64_t count = 1;       ///< seeds from run.seed on
  std::filesystem::path output;  ///< "results/type2.h5": traces are results/type2-SEED.h5
  bool force = false;            ///< begins all anew
  bool json = false;
  ProgressMode mode = ProgressMode::none;
};

/// The trace of one of them.
std::filesystem::path trace_of_seed(const std::filesystem::path& output, std::uint64_t seed);

/// Carries out what is not finished yet: traces of finished runs are kept, interrupted and killed ones go on.
/// Looks at all traces before the first run. Throws AgreedFailure for a trace of something else. Collective.
ExitStatus run_series(const Loaded& loaded, const SeriesSettings& settings, Program& program);

}  // namespace skerry
