#include "puzzles/external/problem.hpp"

#include "skerry/error.hpp"
#include "skerry/population/genome_buffer.hpp"
#include "skerry/random.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/external/genome_json.hpp"

#include <span>
#include <utility>

#include <fmt/core.h>

namespace skerry::external {
namespace {

/// The share of failures says little before.
constexpr std::uint64_t fewest_judged = 20;

}  // namespace

std::uint64_t seed_of(std::uint64_t run_seed, std::string_view genome) {
  const std::uint64_t hash = hash_of_bytes(std::as_bytes(std::span(genome.data(), genome.size())));
  return Random(run_seed ^ hash).bits64() >> 11;
}

Score ExternalProblem::evaluate(const Genome& genome) {
  if (!process_) process_ = make_evaluator_process(declaration_);
  Request request;
  append_json(declaration_->space, genome, request.genome);
  request.seed = seed_of(seed_, request.genome);
  const std::uint64_t number = tally_.evaluations();
  tally_.count_evaluation();
  Failure failure;
  for (std::uint64_t attempt = 0; attempt <= declaration_->retries; ++attempt) {
    request.id = fmt::format("{}.{}.{}", island_, number, attempt);
    process_->submit(request, genome);
    const std::vector<Result> results = process_->collect();
    if (results.front().score) return *results.front().score;
    failure = results.front().failure;
  }
  failure.reason += fmt::format(", evaluation {}", request.id);
  return failed(failure);
}

Score ExternalProblem::failed(const Failure& failure) {
  if (declaration_->on_failure == OnFailure::abort)
    throw Error(ExitStatus::failed, fmt::format("an evaluation failed: {}", failure.reason));
  const bool first_of_kind = tally_.count_failure(failure);
  if (tally_.evaluations() >= fewest_judged) check_share();
  if (first_of_kind)
    print_message(fmt::format("island {}: an evaluation failed and ranks last: {}", island_, failure.reason));
  return last_score;
}

void ExternalProblem::check_share() const {
  const auto share = static_cast<double>(tally_.failures()) / static_cast<double>(tally_.evaluations());
  if (share <= declaration_->most_failures) return;
  throw Error(ExitStatus::failed,
              fmt::format("island {}: more evaluations failed than most_failures = {} allows; {}", island_,
                          declaration_->most_failures, tally_.summary()));
}

}  // namespace skerry::external
