#include "puzzles/external/problem.hpp"

#include "skerry/error.hpp"
#include "skerry/population/genome_buffer.hpp"
#include "skerry/random.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/external/genome_json.hpp"
#include "puzzles/external/program_runs.hpp"
#include "puzzles/external/request.hpp"
#include "puzzles/external/worker_pool.hpp"

#include <cstddef>
#include <unordered_map>

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

std::shared_ptr<TaskRunner> ExternalProblem::make_task_runner() const {
  if (declaration_->files) return std::make_shared<ProgramRuns>(declaration_);
  return std::make_shared<WorkerPool>(declaration_);
}

std::string ExternalProblem::id_of(const Evaluation& evaluation) const {
  return fmt::format("{}.{}.{}", island_, evaluation.number, evaluation.attempt);
}

void ExternalProblem::hand_out(const Evaluation& evaluation) {
  runner_->start({.number = evaluation.number,
                  .content = request_line({.id = id_of(evaluation),
                                           .genome = evaluation.genome,
                                           .seed = seed_of(seed_, evaluation.genome)})});
  watch_.count_started();
}

void ExternalProblem::settle(Evaluation& evaluation, const TaskResult& result) {
  Judgement judgement = read_judgement(result.content);
  if (auto* failure = std::get_if<Failure>(&judgement)) {
    if (evaluation.attempt < declaration_->retries) {
      ++evaluation.attempt;
      return hand_out(evaluation);
    }
    failure->reason += ", evaluation " + id_of(evaluation);
  }
  const bool failed = std::holds_alternative<Failure>(judgement);
  evaluation.row = row_of(result);
  if (has_own_runner_) evaluation.row.rank = island_;
  evaluation.row.failed = failed ? 1 : 0;
  evaluation.row.attempts = evaluation.attempt + 1;
  watch_.count_done(failed);
  evaluation.judgement = std::move(judgement);
}

Score ExternalProblem::evaluate(const Genome& genome) {
  const Genome* const one = &genome;
  Score score;
  evaluate_batch({&one, 1}, {&score, 1});
  return score;
}

void ExternalProblem::evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) {
  if (!runner_) {
    runner_ = make_task_runner();
    has_own_runner_ = true;
  }
  const std::uint64_t first = tally_.evaluations();
  std::vector<Evaluation> evaluations(genomes.size());
  std::vector<Evaluation*> chosen;  // for each genome; equal genomes have the same
  std::unordered_map<std::string_view, Evaluation*> known;
  for (std::size_t i = 0; i < genomes.size(); ++i) {
    Evaluation& own = evaluations[i];
    own.number = first + i;
    append_json(declaration_->space, *genomes[i], own.genome);
    const auto [place, is_new] = known.emplace(own.genome, &own);
    chosen.push_back(place->second);
    if (is_new) hand_out(own);
  }
  // Judged in their order, so that the order of the answers decides nothing.
  for (std::size_t i = 0; i < genomes.size(); ++i) {
    while (!chosen[i]->judgement) {
      for (const TaskResult& result : watch_.wait(*runner_))
        settle(evaluations.at(result.number - first), result);
    }
    if (chosen[i] == &evaluations[i]) {
      rows_.push_back(evaluations[i].row);
      rows_.back().number = i;
    }
    scores[i] = score_of(*chosen[i]->judgement);
  }
}

Score ExternalProblem::score_of(const Judgement& judgement) {
  tally_.count_evaluation();
  if (const auto* score = std::get_if<Score>(&judgement)) return *score;
  return failed(std::get<Failure>(judgement));
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
