#pragma once

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/error.hpp"
#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/evaluation/task_runner.hpp"
#include "skerry/problem.hpp"
#include "skerry/problem_members.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

/// Keeps the rows of one island's evaluations, until forget(). All its functions do nothing before start().
class EvaluationRegister {
 public:
  void start() { on_ = true; }
  bool on() const { return on_; }

  /// Adds rows whose numbers count from 0, after `before` evaluations of the island.
  void add(std::span<const EvaluationRow> rows, std::uint64_t before) {
    if (!on_) return;
    for (EvaluationRow row : rows) {
      row.number += before;
      rows_.push_back(row);
    }
  }

  /// Completes the rows since the last call, which are those of a generation.
  void close_generation(std::uint64_t generation, std::uint64_t island) {
    for (; closed_ < rows_.size(); ++closed_) {
      rows_[closed_].generation = generation;
      rows_[closed_].island = island;
    }
  }

  std::span<const EvaluationRow> rows() const { return rows_; }
  void forget() {
    rows_.clear();
    closed_ = 0;
  }

 private:
  bool on_ = false;
  std::vector<EvaluationRow> rows_;
  std::size_t closed_ = 0;  // the number of rows whose generation is over
};

template <typename Genome>
std::string task_of(const Genome& genome) {
  std::vector<std::byte> bytes;
  pack_genome(genome, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Carries out a task of task_of(): returns the score, or what evaluate() throws, as content of a result.
template <typename P>
std::string carried_out(P& problem, const std::string& task) {
  // What is thrown is longer than a score, so that nobody takes it for one.
  const std::string no_score(sizeof(Score) + 1, ' ');
  try {
    const Score score = as_score(problem.evaluate(
        unpack_genome<typename P::Genome>(std::as_bytes(std::span(task.data(), task.size())))));
    return {reinterpret_cast<const char*>(&score), sizeof(score)};
  } catch (const std::exception& error) {
    return no_score + error.what();
  } catch (...) {
    return no_score + "an exception that is no std::exception";
  }
}

/// Throws Error if the result holds no score.
Score score_in(const std::string& result);

/// Has a runner score genomes by the tasks of task_of(), and writes a row of each; counts what they come to.
void score_as_tasks(TaskRunner& runner, const std::function<std::string(std::size_t)>& task,
                    std::span<Score> scores, std::span<EvaluationRow> rows, EvaluationWatch& watch);

/// Makes and scores individuals of one problem, and counts every evaluation.
template <CompleteProblem P>
class Evaluator {
  static_assert(RightMembers<Original<P>>::value);

 public:
  using Genome = typename P::Genome;

  /// If `is_error`, a fitness that is not a finite number throws Error; otherwise the genome ranks last.
  explicit Evaluator(P problem, bool is_error = false)
      : problem_(std::move(problem)), direction_(problem_.direction()), invalid_is_error_(is_error) {}

  /// Each island has its own problem.
  P& problem() { return problem_; }
  const P& problem() const { return problem_; }
  Direction direction() const { return direction_; }
  /// Returns the number of all evaluations so far, those of the problem's own operators included.
  std::uint64_t evaluations() const { return evaluations_; }
  void set_evaluations(std::uint64_t evaluations) { evaluations_ = evaluations; }

  /// Makes no more evaluations than so many of all: a genome for which none is left has no fitness.
  void limit(std::uint64_t most) {
    limit_ = most;
    lacks_ = false;
    if constexpr (LimitsEvaluations<P>) limit_own();
  }
  std::uint64_t left() const { return evaluations_ < limit_ ? limit_ - evaluations_ : 0; }
  bool limited() const { return limit_ != std::numeric_limits<std::uint64_t>::max(); }
  /// Tells whether the limit has kept a genome from an evaluation since it was set.
  bool lacks() const { return lacks_; }

  Key key_of(Score score) const { return skerry::key_of(score, direction_); }

  /// Returns the score of a genome, which counts as one evaluation. Throws Error for a negative violation,
  /// and for a fitness that is not a finite number if that is an error.
  Score evaluate(const Genome& genome) {
    if (none_left()) [[unlikely]]
      return last_score;
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
    if (genomes.size() > left()) {
      lacks_ = true;
      std::ranges::fill(scores.subspan(left()), last_score);
      genomes = genomes.first(left());
      scores = scores.first(left());
      if (genomes.empty()) return;
    }
    const std::uint64_t before = evaluations_;
    if (runner_) {
      fresh_rows_.resize(genomes.size());
      score_as_tasks(
          *runner_, [genomes](std::size_t i) { return task_of(*genomes[i]); }, scores, fresh_rows_, watch_);
      rows_.add(fresh_rows_, before);
    } else {
      problem_.evaluate_batch(genomes, scores);
    }
    evaluations_ += genomes.size();
    count_own();
    take_rows(before);
    for (Score& score : scores) score = judged(score);
  }

  /// Infeasible genomes are repaired first if the problem has repair().
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
        if (left() <= repaired_.size()) {
          lacks_ = true;
          break;
        }
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

  /// An infeasible genome is repaired first if the problem has repair().
  Score evaluate_repaired(Genome& genome, Random& random) {
    Score score = evaluate(genome);
    if constexpr (Repairs<P>) {
      if (score.violation > 0) {
        if (none_left()) [[unlikely]]
          return score;
        repair(genome, random);
        score = evaluate(genome);
      }
    }
    return score;
  }

  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random) requires Improves<P> {
    improve_by(score, budget, [&](std::uint64_t granted) {
      if constexpr (ImprovesCounted<P>) {
        Evaluations<Original<P>> evaluations(problem_, granted, left());
        problem_.improve(genome, score, evaluations, random);
        evaluations_ += evaluations.made();
      } else {
        problem_.improve(genome, score, granted, random);
      }
    });
  }

  /// Improves among the solutions whose objectives, or features, lie in these intervals.
  void improve_front(Genome& genome, Score& score, std::span<const Interval<double>> objectives,
                     std::uint64_t budget, Random& random) requires ImprovesFronts<P> {
    improve_by(score, budget, [&](std::uint64_t granted) {
      problem_.improve_front(genome, score, objectives, granted, random);
    });
  }
  void improve_map(Genome& genome, Score& score, std::span<const Interval<double>> features,
                   std::uint64_t budget, Random& random) requires ImprovesMaps<P> {
    improve_by(score, budget, [&](std::uint64_t granted) {
      problem_.improve_map(genome, score, features, granted, random);
    });
  }

  /// Keeps rows from now on, if the problem reports them or a runner evaluates; returns whether.
  bool record() {
    if (ReportsEvaluations<P> || runner_) rows_.start();
    return rows_.on();
  }
  EvaluationRegister& rows() { return rows_; }
  const EvaluationRegister& rows() const { return rows_; }

 private:
  template <typename Work>
  void improve_by(Score& score, std::uint64_t budget, const Work& work) {
    if (none_left()) [[unlikely]]
      return;
    lacks_ |= left() < budget;
    const std::uint64_t before = evaluations_;
    work(std::min(budget, left()));
    count_own();
    take_rows(before);
    score = judged(score);
  }

  void repair(Genome& genome, Random& random) requires Repairs<P> {
    const std::uint64_t before = evaluations_;
    if constexpr (RepairsCounted<P>) {
      Evaluations<Original<P>> evaluations(problem_, Evaluations<Original<P>>::unlimited, left());
      problem_.repair(genome, evaluations, random);
      evaluations_ += evaluations.made();
    } else {
      problem_.repair(genome, random);
    }
    take_rows(before);
  }

  void count_own() {
    if constexpr (CountsEvaluations<P>) evaluations_ += problem_.take_evaluations();
    if constexpr (LimitsEvaluations<P>) {
      if (limited()) [[unlikely]]
        limit_own();
    }
  }

  /// One evaluation is spared for the genome that the problem makes, for which it may end earlier.
  void limit_own() requires LimitsEvaluations<P> {
    const std::uint64_t own = std::max<std::uint64_t>(left(), 1) - 1;
    problem_.limit_evaluations(own);
    lacks_ |= own == 0;
  }

  /// Tells whether no evaluation is left, which the island then lacks.
  bool none_left() {
    if (!limited()) [[likely]]
      return false;
    count_own();
    lacks_ |= left() == 0;
    return left() == 0;
  }

  /// Takes the rows after the first `before`; also if they are not kept, so that the problem need not.
  void take_rows([[maybe_unused]] std::uint64_t before) {
    if constexpr (ReportsEvaluations<P>) {
      fresh_rows_.clear();
      problem_.take_evaluation_rows(fresh_rows_);
      rows_.add(fresh_rows_, before);
    }
  }

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
  std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max();
  bool lacks_ = false;
  EvaluationRegister rows_;
  std::vector<EvaluationRow> fresh_rows_;
  // Used if the problem evaluates batches.
  std::shared_ptr<TaskRunner> runner_;
  EvaluationWatch watch_;
  std::vector<const Genome*> listed_;
  std::vector<std::size_t> repaired_;
  std::vector<Score> repaired_scores_;
};

/// Returns what carries out tasks by these functions, each on a thread of its own, so that the thread of an
/// island can meanwhile see to its messages. Throws std::system_error if there is no room for so many.
std::shared_ptr<TaskRunner> task_threads(std::vector<std::function<std::string(const std::string&)>> works);

/// Does so for the tasks of a problem, of which each thread has a copy.
template <typename P>
std::shared_ptr<TaskRunner> problem_threads(const P& problem, std::size_t threads) {
  std::vector<std::function<std::string(const std::string&)>> works;
  for (std::size_t place = 0; place < threads; ++place) {
    works.emplace_back([own = problem](const std::string& task) mutable { return carried_out(own, task); });
  }
  return task_threads(std::move(works));
}

}  // namespace skerry
