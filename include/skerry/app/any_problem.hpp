#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/population/starters.hpp"
#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/own_algorithm.hpp"
#include "skerry/problem.hpp"
#include "skerry/problem_members.hpp"
#include "skerry/solution_set.hpp"
#include "skerry/stop.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

class Files;
class Settings;
class TaskRunner;

/// The judgement of a problem on one solution.
struct Assessment {
  Score score = {};
  std::vector<Verdict> verdicts = {};  ///< one for each rule; empty if the problem has no judge()
  std::string explanation{};           ///< lines of text; empty if the problem has no explain()
};

/// What a certificate proves.
struct ProofVerdict {
  bool holds = false;
  std::string text;  ///< what is proven, or the reason why nothing is
};

/// A problem of any type, as the commands need it. Genomes are buffers of one (see Island::pack).
class AnyProblem {
 public:
  virtual ~AnyProblem() = default;

  /// Returns the value of problem.type in the configuration.
  virtual const std::string& name() const = 0;
  virtual Direction direction() const = 0;
  virtual std::optional<double> optimum() const = 0;
  /// Returns a fitness that no genome exceeds, if one is known: the problem's bound, or else its optimum.
  virtual std::optional<double> ideal() const = 0;
  virtual std::string fitness_unit() const = 0;  ///< empty if it has none

  /// Throws UsageError, with one sentence, for an algorithm that does not fit the problem.
  virtual void check_island(const Algorithm& algorithm) const = 0;
  /// Throws UsageError for a migration policy that nothing has brought.
  virtual void check_migration(const MigrationSettings& migration) const = 0;
  /// Makes an island, which starts from its own of the individuals for all. Throws UsageError as
  /// check_island(), check_migration() and own_starters() do.
  virtual std::unique_ptr<Island> make_island(const Algorithm& algorithm, const IslandOfRun& of) const = 0;

  /// Returns the default of gene_rate for the problem's own mutate(); none if its genome brings the mutation.
  virtual std::optional<double> own_gene_rate() const = 0;

  virtual bool can_lend() const = 0;
  /// Returns what carries out evaluations of the problem's islands (EvaluationServices::runner), on any rank;
  /// null if it can't lend.
  virtual std::shared_ptr<TaskRunner> make_task_runner() const = 0;
  /// Tells whether other programs evaluate, so that it costs little to lend.
  virtual bool evaluates_elsewhere() const = 0;

  /// Tells the problem the seed of the run for the calls below.
  virtual void enter_run(std::uint64_t seed) = 0;
  /// Returns the text form; empty if the problem has none.
  virtual std::string describe(std::span<const std::byte> genome) = 0;
  /// Returns the judgement of the problem on a solution, whose score is evaluated unless it is `known`.
  virtual Assessment assess(std::span<const std::byte> genome, const std::optional<Score>& known = {}) = 0;
  /// Reads the text of describe(); messages call it `file`. Throws DataError for text that is not a solution,
  /// and UsageError if the problem cannot read solutions.
  virtual std::vector<std::byte> parse(std::string_view text, const std::string& file) = 0;

  /// Returns the parts of a genome for tables that have a column for each gene; none if the problem's text
  /// form is not made of genes.
  virtual std::vector<GenePart> gene_parts() const = 0;
  virtual std::string text_of_genes(std::span<const std::string_view> genes) const = 0;

  /// Returns a sentence that says what is wrong with a genome; empty if nothing is, or if the problem can't
  /// tell. Throws DataError for bytes that are not a genome of this type.
  virtual std::string fault(std::span<const std::byte> genome) const = 0;
  /// Returns the population of a saved island (Island::save) with its keys, and after it the best individual
  /// that the island has had. Throws DataError for bytes that no island of this problem has saved.
  virtual SolutionSet saved_individuals(std::span<const std::byte> island) const = 0;

  /// Returns what has kept a run from feasible solutions, from what each of its islands says
  /// (Island::obstacle); empty if nothing has.
  virtual std::string obstacle_of(std::span<const std::string> islands) const = 0;

  /// Returns the problem as an SVG picture, with the solution `genome` in it if there is one. Throws
  /// UsageError if the problem draws nothing.
  virtual std::string draw(const std::optional<std::vector<std::byte>>& genome) const = 0;
  virtual std::string draw_text(const std::optional<std::vector<std::byte>>& genome) const = 0;

  /// Verifies a certificate, which messages call `file`, without whatever wrote it. Throws DataError for a
  /// text that is not a certificate, and UsageError if the problem has none.
  virtual ProofVerdict verify_proof(std::string_view text, const std::string& file) const = 0;

  /// Returns what island.algorithm = "automatic" stands for.
  virtual FittingAlgorithm fitting_algorithm() const = 0;
};

/// A value of problem.type, and a function that makes the problem from the [problem] table.
struct ProblemType {
  std::string name;
  std::function<std::unique_ptr<AnyProblem>(const std::string& name, const Settings& table, Files& files)>
      make;
  /// Tells whether a TOML file is a puzzle of this type. Commands that take a configuration then take the
  /// puzzle in its place, as `problem.instance`. Optional.
  std::function<bool(const Settings& file)> is_puzzle{};
  /// Reads a puzzle of this type that is not TOML. Throws DataError for any other text. Optional.
  std::function<void(std::string_view text, const std::string& file)> read_puzzle{};
  /// The shipped configuration by whose settings `run` searches a puzzle that is handed to it in place of a
  /// configuration, as "configs/qap/island.toml". Optional, as far as there is neither of the two above.
  std::string puzzle_configuration{};
  std::vector<Topology> topologies{};       ///< of the program's own, which migration.topology may name
  std::vector<AlgorithmForm> algorithms{};  ///< of the program's own, which island.algorithm may name
  std::vector<FoundMember> members{};       ///< of a program's own problem, see RightMembers
  /// StopRule::when of each run.
  std::function<bool(const Epoch&)> stop_when{};
};

}  // namespace skerry
