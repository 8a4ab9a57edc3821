#pragma once

#include "skerry/evaluation/evaluation_watch.hpp"
#include "skerry/evaluation/task_runner.hpp"

#include <filesystem>
#include <memory>

namespace skerry {

/// What a run offers to problems whose evaluations are costly.
struct EvaluationServices {
  std::shared_ptr<TaskRunner> runner = {};  ///< carries out evaluations; none: the problem's own does
  /// The folder in which each island keeps a journal of what it paid for; empty: the run keeps none.
  std::filesystem::path journal = {};
  /// The folder through which runs share what they paid for; empty: they do not.
  std::filesystem::path share = {};
  /// Is told about once a second how the island's evaluations come on; none: nobody listens.
  EvaluationWatch::Tell watch = {};
};

}  // namespace skerry
