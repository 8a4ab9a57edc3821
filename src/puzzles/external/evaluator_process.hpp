#pragma once

#include "puzzles/external/genome.hpp"
#include "puzzles/external/result.hpp"

#include <memory>
#include <vector>

namespace skerry::external {

struct Declaration;

/// What evaluates genomes outside of this process.
class EvaluatorProcess {
 public:
  virtual ~EvaluatorProcess() = default;

  /// Hands over a request. Throws Error where nothing can ever be evaluated.
  virtual void submit(const Request& request, const Genome& genome) = 0;
  /// Waits until at least one request has a result, and returns all results that are there; none if nothing
  /// was submitted.
  virtual std::vector<Result> collect() = 0;
};

/// Makes the one of the mode that is declared.
std::unique_ptr<EvaluatorProcess> make_evaluator_process(
    const std::shared_ptr<const Declaration>& declaration);

}  // namespace skerry::external
