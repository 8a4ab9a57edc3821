#pragma once

#include "skerry/error.hpp"
#include "skerry/evaluation/genome_tasks.hpp"
#include "skerry/population/evaluation_register.hpp"
#include "skerry/problem.hpp"
#include "skerry/problem_members.hpp"
#include "skerry/score.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

/// Makes and scores individuals of one problem, and counts every evaluation.
template <CompleteProblem P>
class Evaluator {
  static_assert(RightMembers<Original<P>>::value);

 public:
  using Genome = typename P::Genome;

  /// If `is_error`, a fitness that is not a finite number throws Error; otherwise the genome ranks last.
  explicit Evaluator(P problem, bool is_error = false)
      : problem_(std::move(problem)), direction_(problem_.direction()), invalid_is_error_(is_error) {}

  /// Returns the problem, of which each island has its own.
  P& problem() { return problem_; }
  /// Returns the constant problem.
  const P& problem() const { return problem_; }
  /// Returns the problem's direction.
  Direction direction() const { return direction_; }
  /// Returns the number of all evaluations so far, those of the problem's own operators included.
  std::uint64_t evaluations() const { return evaluations_; }
  /// Sets the number of evaluations of an island that is loaded.
  void set_evaluations(std::uint64_t evaluations) { evaluations_ = evaluations; }

  /// Returns a score as a key.
  Key key_of(Score score) const { return skerry::key_of(score, direction_); }

  /// Returns the score of a genome, which counts as one evaluation. Throws Error for a negative violation,
  /// and for a fitness that is not a finite number if that is an error.
  Score evaluate(const Genome& genome) {
    const std::uint64_t before = evaluations_;
    Score score = problem_.evaluate(genome);
    ++evaluations_;
    count_own();
    take_rows(before);
    return judged(score);
  }

  /// Has batches evaluated by the runner of the problem's tasks, or by the problem itself if there is none.
  void use(const EvaluationServices& services) {
    runner_ = services.runner;
    watch_ = EvaluationWatch(services.watch);
  }

  /// Writes the score of each of several genomes, which count as one evaluation each; see evaluate().
  void evaluate_batch(std::span<const Genome* const> genomes,
                      std::span<Score> scores) requires EvaluatesBatch<P> {
    const std::uint64_t before = evaluations_;
    if (runner_) {
      fresh_rows_.resize(genomes.size());
      score_as_tasks(*runner_, genomes, scores, fresh_rows_, watch_);
      rows_.add(fresh_rows_, before);
    } else {
      problem_.evaluate_batch(genomes, scores);
    }
    evaluations_ += genomes.size();
    count_own();
    take_rows(before);
    for (Score& score : scores) score = judged(score);
  }

  /// Scores genomes that have just been changed. Infeasible ones are repaired first if the problem has
  /// repair().
  void evaluate_repaired(std::span<Genome> genomes, std::span<Score> scores,
                         Random& random) requires EvaluatesBatch<P> {
    listed_.clear();
    for (const Genome& genome : genomes) listed_.push_back(&genome);
    evaluate_batch(listed_, scores);
    if constexpr (Repairs<P>) {
      repaired_.clear();
      listed_.clear();
      for (std::size_t i = 0; i < genomes.size(); ++i) {
        if (!(scores[i].violation > 0)) continue;
        repair(genomes[i], random);
        repaired_.push_back(i);
        listed_.push_back(&genomes[i]);
      }
      if (repaired_.empty()) return;
      repaired_scores_.resize(repaired_.size());
      evaluate_batch(listed_, repaired_scores_);
      for (std::size_t i = 0; i < repaired_.size(); ++i) scores[repaired_[i]] = repaired_scores_[i];
    }
  }

  /// Scores a genome that has just been changed. An infeasible genome is repaired first if the problem has
  /// repair().
  Score evaluate_repaired(Genome& genome, Random& random) {
    Score score = evaluate(genome);
    if constexpr (Repairs<P>) {
      if (score.violation > 0) {
        repair(genome, random);
        score = evaluate(genome);
      }
    }
    return score;
  }

  /// Applies the problem's own local search.
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random) requires Improves<P> {
    const std::uint64_t before = evaluations_;
    if constexpr (ImprovesCounted<P>) {
      Evaluations<Original<P>> evaluations(problem_, budget);
      problem_.improve(genome, score, evaluations, random);
      evaluations_ += evaluations.made();
    } else {
      problem_.improve(genome, score, budget, random);
    }
    count_own();
    take_rows(before);
    score = judged(score);
  }

  /// Keeps a row for each evaluation from now on, if the problem reports them or a runner evaluates; returns
  /// whether.
  bool record() {
    if (ReportsEvaluations<P> || runner_) rows_.start();
    return rows_.on();
  }
  /// Returns the rows.
  EvaluationRegister& rows() { return rows_; }
  /// Returns the same of a constant evaluator.
  const EvaluationRegister& rows() const { return rows_; }

 private:
  void repair(Genome& genome, Random& random) requires Repairs<P> {
    const std::uint64_t before = evaluations_;
    if constexpr (RepairsCounted<P>) {
      Evaluations<Original<P>> evaluations(problem_);
      problem_.repair(genome, evaluations, random);
      evaluations_ += evaluations.made();
    } else {
      problem_.repair(genome, random);
    }
    take_rows(before);
  }

  void count_own() {
    if constexpr (CountsEvaluations<P>) evaluations_ += problem_.take_evaluations();
  }

  /// Takes the rows of the evaluations after the first `before`; also where they are not kept, so that the
  /// problem need not keep them.
  void take_rows([[maybe_unused]] std::uint64_t before) {
    if constexpr (ReportsEvaluations<P>) {
      fresh_rows_.clear();
      problem_.take_evaluation_rows(fresh_rows_);
      rows_.add(fresh_rows_, before);
    }
  }

  /// Returns a valid score as it is.
  [[gnu::always_inline]] Score judged(Score score) const {
    // The condition is written so that NaN fails, too.
    if (!(score.violation >= 0) || !std::isfinite(score.fitness)) [[unlikely]]
      return judged_invalid(score);
    return score;
  }

  /// Handles a score that is not valid. A negative violation is always a mistake in the problem. The function
  /// is not inlined, since making the message would slow down the hot loop by a tenth.
  [[gnu::noinline, gnu::cold]] Score judged_invalid(Score score) const {
    if (!invalid_is_error_ && !(score.violation < 0)) return last_score;
    throw Error(ExitStatus::failed, "evaluate() returned violation " + std::to_string(score.violation) +
                                        " and fitness " + std::to_string(score.fitness) +
                                        "; a violation is at least 0 and a fitness is finite");
  }

  P problem_;
  Direction direction_;
  bool invalid_is_error_;
  std::uint64_t evaluations_ = 0;
  EvaluationRegister rows_;
  std::vector<EvaluationRow> fresh_rows_;
  // Used where the problem evaluates batches.
  std::shared_ptr<TaskRunner> runner_;
  EvaluationWatch watch_;
  std::vector<const Genome*> listed_;
  std::vector<std::size_t> repaired_;
  std::vector<Score> repaired_scores_;
};

}  // namespace skerry
