#include "puzzles/external/evaluator.hpp"

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/external/program_run.hpp"
#include "puzzles/external/worker.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <unordered_map>
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

std::shared_ptr<TaskRunner> OutsideEvaluator::make_task_runner() const {
  if (declaration_->files) return std::make_shared<ProgramRuns>(declaration_);
  return std::make_shared<WorkerPool>(declaration_);
}

void OutsideEvaluator::use(const EvaluationServices& services) {
  services_ = services;
  if (services.runner) runner_ = services.runner;
  watch_ = EvaluationWatch(services.watch);
}

void OutsideEvaluator::prepare() {
  if (!runner_) {
    runner_ = make_task_runner();
    has_own_runner_ = true;
  }
  if (journal_) return;
  const JournalHeader header{.evaluation = declaration_->evaluation, .seed = seed_, .island = island_};
  journal_ = std::make_unique<EvaluationJournal>(header, services_.journal, services_.share);
  if (const std::string damage = journal_->damage(); !damage.empty()) print_message(damage);
}

std::string OutsideEvaluator::id_of(const Evaluation& evaluation) const {
  return fmt::format("{}.{}.{}", island_, evaluation.number, evaluation.attempt);
}

void OutsideEvaluator::hand_out(const Evaluation& evaluation) {
  runner_->start({.number = evaluation.number,
                  .content = request_line(
                      {.id = id_of(evaluation), .genome = evaluation.genome, .seed = evaluation.seed})});
  watch_.count_started();
}

void OutsideEvaluator::begin(Evaluation& evaluation) {
  // A run that ended since all attempts had failed makes further ones when it goes on.
  const bool aborts = declaration_->on_failure == OnFailure::abort;
  const std::uint64_t attempts = declaration_->retries + 1;
  evaluation.key = journal_->key_of(evaluation.genome);
  const auto known = journal_->find(evaluation.genome, evaluation.key,
                                    aborts ? std::numeric_limits<std::uint64_t>::max() : attempts);
  if (known.score) return settle(evaluation, Scored(*known.score, known.measures));
  evaluation.last_attempt = (aborts ? known.failures + attempts : attempts) - 1;
  if (known.failures > evaluation.last_attempt) {
    evaluation.attempt = evaluation.last_attempt;
    return settle(evaluation, Failure{kind_of_word(known.last_failure.kind), known.last_failure.reason});
  }
  evaluation.attempt = known.failures;
  evaluation.seed = seed_of(seed_, evaluation.genome);
  hand_out(evaluation);
}

void OutsideEvaluator::note(const Evaluation& evaluation, const Judgement& judgement,
                            const TaskResult& result) {
  JournalEntry entry{.genome = evaluation.genome,
                     .attempt = evaluation.attempt,
                     .work = AttemptWork{.seed = evaluation.seed,
                                         .rank = result.rank,
                                         .place = result.place,
                                         .started_s = result.started_s,
                                         .duration_s = result.duration_s}};
  if (const auto* failure = std::get_if<Failure>(&judgement)) {
    entry.outcome = FailedAttempt{std::string(word_of(failure->kind)), failure->reason};
  } else {
    const auto& scored = std::get<Scored>(judgement);
    entry.outcome = scored.score;
    entry.measures = scored.measures;
  }
  journal_->add(entry, evaluation.key);
}

void OutsideEvaluator::settle(Evaluation& evaluation, Judgement judgement) {
  if (auto* failure = std::get_if<Failure>(&judgement)) {
    if (evaluation.attempt < evaluation.last_attempt) {
      ++evaluation.attempt;
      return hand_out(evaluation);
    }
    failure->reason += ", evaluation " + id_of(evaluation);
  }
  EvaluationRow& row = evaluation.row;
  row.failed = std::holds_alternative<Failure>(judgement) ? 1 : 0;
  if (row.attempts == 0) {  // nothing was tried
    row.known = 1;
    watch_.count_known();
  } else {
    row.attempts = evaluation.attempt + 1;
    watch_.count_done(row.failed != 0);
  }
  evaluation.judgement = std::move(judgement);
}

std::vector<Scored> OutsideEvaluator::evaluate(std::vector<std::string> genomes) {
  prepare();
  const std::uint64_t first = tally_.evaluations();
  std::vector<Evaluation> evaluations(genomes.size());
  std::vector<Evaluation*> chosen;  // for each genome; equal genomes have the same
  std::unordered_map<std::string_view, Evaluation*> known;
  for (std::size_t i = 0; i < genomes.size(); ++i) {
    Evaluation& own = evaluations[i];
    own.number = first + i;
    own.genome = std::move(genomes[i]);
    const auto [place, is_new] = known.emplace(own.genome, &own);
    chosen.push_back(place->second);
    if (is_new) begin(own);
  }
  journal_->save();
  // Judged in their order, so that the order of the answers decides nothing.
  std::vector<Scored> scores;
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    while (!chosen[i]->judgement) {
      std::vector<TaskResult> results = watch_.wait(*runner_);
      std::vector<Judgement> judgements;
      for (TaskResult& result : results) {
        if (has_own_runner_) result.rank = island_;
        Evaluation& evaluation = evaluations.at(result.number - first);
        evaluation.row = row_of(result);
        judgements.push_back(read_judgement(result.content));
        note(evaluation, judgements.back(), result);
      }
      journal_->save();
      for (std::size_t k = 0; k < results.size(); ++k)
        settle(evaluations.at(results[k].number - first), std::move(judgements[k]));
    }
    if (chosen[i] == &evaluations[i]) {
      rows_.push_back(evaluations[i].row);
      rows_.back().number = i;
    }
    scores.push_back(score_of(*chosen[i]->judgement));
  }
  return scores;
}

Scored OutsideEvaluator::score_of(const Judgement& judgement) {
  tally_.count_evaluation();
  if (const auto* scored = std::get_if<Scored>(&judgement)) return *scored;
  return failed(std::get<Failure>(judgement));
}

Score OutsideEvaluator::failed(const Failure& failure) {
  if (declaration_->on_failure == OnFailure::abort)
    throw Error(ExitStatus::failed, fmt::format("an evaluation failed: {}", failure.reason));
  const bool first_of_kind = tally_.count_failure(failure);
  if (tally_.evaluations() >= fewest_judged) check_share();
  if (first_of_kind)
    print_message(fmt::format("island {}: an evaluation failed and ranks last: {}", island_, failure.reason));
  return last_score;
}

void OutsideEvaluator::check_share() const {
  const auto share = static_cast<double>(tally_.failures()) / static_cast<double>(tally_.evaluations());
  if (share <= declaration_->most_failures) return;
  throw Error(ExitStatus::failed,
              fmt::format("island {}: more evaluations failed than most_failures = {} allows; {}", island_,
                          declaration_->most_failures, tally_.summary()));
}

}  // namespace skerry::external
