#include "puzzles/external/evaluator_process.hpp"

#include "puzzles/external/program_runs.hpp"
#include "puzzles/external/worker.hpp"

namespace skerry::external {

std::unique_ptr<EvaluatorProcess> make_evaluator_process(
    const std::shared_ptr<const Declaration>& declaration) {
  if (declaration->files) return std::make_unique<ProgramRuns>(declaration);
  return std::make_unique<Worker>(declaration);
}

}  // namespace skerry::external
