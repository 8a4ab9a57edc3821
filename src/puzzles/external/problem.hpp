#pragma once

#include "skerry/score.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/evaluator_process.hpp"
#include "puzzles/external/genome.hpp"
#include "puzzles/external/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::external {

/// A problem whose genome is declared in the configuration, and whose fitness other programs compute.
/// A genome that can't be evaluated ranks last, unless the configuration asks for an end of the run.
class ExternalProblem {
 public:
  using Genome = external::Genome;

  explicit ExternalProblem(Declaration declaration)
      : declaration_(std::make_shared<const Declaration>(std::move(declaration))) {}
  ExternalProblem(const Settings& settings, Files& files)
      : ExternalProblem(read_declaration(settings, files)) {}
  /// A copy starts a process of its own.
  ExternalProblem(const ExternalProblem& other)
      : declaration_(other.declaration_), seed_(other.seed_), island_(other.island_) {}
  ExternalProblem(ExternalProblem&&) = default;

  void enter_run(std::uint64_t seed, std::uint32_t island) {
    seed_ = seed;
    island_ = island;
  }
  const Space& bounds() const { return declaration_->space; }
  Direction direction() const { return declaration_->direction; }
  std::string fitness_unit() const { return declaration_->unit; }
  Score evaluate(const Genome& genome);
  /// Returns what has failed so far.
  std::string obstacle() const { return tally_.summary(); }

 private:
  Score failed(const Failure& failure);
  void check_share() const;

  std::shared_ptr<const Declaration> declaration_;
  std::unique_ptr<EvaluatorProcess> process_;
  std::uint64_t seed_ = 1;
  std::uint32_t island_ = 0;
  Tally tally_;
};

/// Returns the seed of an evaluation, below 2^53 so that any reader of JSON has it exactly.
std::uint64_t seed_of(std::uint64_t run_seed, std::string_view genome);

}  // namespace skerry::external
