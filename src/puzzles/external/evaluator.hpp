#pragma once

#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/evaluation/task_runner.hpp"
#include "skerry/score.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/evaluation_journal.hpp"
#include "puzzles/external/protocol.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry::external {

/// Has genomes scored by other programs. One that can't be evaluated ranks last, unless the configuration
/// asks for an end of the run. No attempt is paid for twice.
class OutsideEvaluator {
 public:
  explicit OutsideEvaluator(std::shared_ptr<const Declaration> declaration)
      : declaration_(std::move(declaration)) {}
  /// A copy starts processes of its own.
  OutsideEvaluator(const OutsideEvaluator& other)
      : declaration_(other.declaration_), seed_(other.seed_), island_(other.island_) {}
  OutsideEvaluator(OutsideEvaluator&&) = default;

  void enter_run(std::uint64_t seed, std::uint32_t island) {
    seed_ = seed;
    island_ = island;
  }
  void use(const EvaluationServices& services);
  const Declaration& declaration() const { return *declaration_; }

  /// Evaluates equal genomes, which are JSON objects, once, and none whose outcome is known. Failures count
  /// in the order of the genomes, and have no measures.
  std::vector<Scored> evaluate(std::vector<std::string> genomes);
  std::string obstacle() const { return tally_.text(); }

  /// Of equal genomes of a batch, the first one has a row.
  void take_evaluation_rows(std::vector<EvaluationRow>& rows) {
    rows.insert(rows.end(), rows_.begin(), rows_.end());
    rows_.clear();
  }

  /// It can carry out tasks of all problems with the same declaration.
  std::shared_ptr<TaskRunner> make_task_runner() const;

 private:
  struct Evaluation {
    std::uint64_t number = 0;  // among those of the island
    std::string genome{};      // in JSON
    EvaluationJournal::Key key{};
    std::uint64_t seed = 0;
    std::uint64_t attempt = 0;
    std::uint64_t last_attempt = 0;
    std::optional<Judgement> judgement{};  // the final one
    EvaluationRow row{};                   // of the last attempt; of none if the judgement was known
  };

  std::string id_of(const Evaluation& evaluation) const;
  void prepare();
  void begin(Evaluation& evaluation);
  void hand_out(const Evaluation& evaluation);
  void note(const Evaluation& evaluation, const Judgement& judgement, const TaskResult& result);
  void settle(Evaluation& evaluation, Judgement judgement);
  Scored score_of(const Judgement& judgement);
  Score failed(const Failure& failure);
  void check_share() const;

  std::shared_ptr<const Declaration> declaration_;
  std::shared_ptr<TaskRunner> runner_;
  bool has_own_runner_ = false;
  EvaluationWatch watch_;
  std::vector<EvaluationRow> rows_;
  EvaluationServices services_;
  std::unique_ptr<EvaluationJournal> journal_;
  std::uint64_t seed_ = 1;
  std::uint32_t island_ = 0;
  Tally tally_;
};

/// It is below 2^53, so that any reader of JSON has it exactly.
std::uint64_t seed_of(std::uint64_t run_seed, std::string_view genome);

}  // namespace skerry::external
