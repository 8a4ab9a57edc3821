#pragma once

#include "skerry/columns.hpp"
#include "skerry/detail/genomes/genes.hpp"
#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/evaluation/task_runner.hpp"
#include "skerry/genome_form.hpp"
#include "skerry/loci.hpp"
#include "skerry/measures.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// Returns what evaluate() returned as a Score.
constexpr Score as_score(Score score) {
  return score;
}
/// A number is the fitness of a feasible genome.
constexpr Score as_score(double fitness) {
  return {0, fitness};
}

/// Counts the evaluations of a problem's improve() and repair(). It scores genomes by the problem's
/// evaluate() and counts each call, so that every evaluation is part of the run's statistics and limits.
template <typename P>
class Evaluations {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// `problem` must outlive this object. Beyond `limit` no genome is evaluated, and none has a fitness.
  explicit Evaluations(P& problem, std::uint64_t budget = unlimited, std::uint64_t limit = unlimited)
      : problem_(problem), budget_(std::min(budget, limit)), limit_(limit) {}

  /// Each call counts as one evaluation.
  template <typename Genome>
  Score operator()(const Genome& genome) {
    if (made_ >= limit_) [[unlikely]]
      return last_score;
    ++made_;
    return as_score(problem_.evaluate(genome));
  }

  /// Counts evaluations made in another way; a change's cost without evaluate() is one evaluation, too.
  void count(std::uint64_t evaluations = 1) { made_ += evaluations; }

  std::uint64_t made() const { return made_; }
  /// If it is 0, improve() must end.
  std::uint64_t left() const { return made_ < budget_ ? budget_ - made_ : 0; }

 private:
  P& problem_;
  std::uint64_t budget_;
  std::uint64_t limit_;
  std::uint64_t made_ = 0;
};

/// The problem has Score evaluate(const Genome&), a pure function of the genome.
template <typename P>
concept ReturnsScore = requires(P& problem, const typename P::Genome& genome) {
  { problem.evaluate(genome) } -> std::same_as<Score>;
};
/// The problem has evaluate() as above, or one that returns a double, of a genome that is always feasible.
template <typename P>
concept Evaluates = ReturnsScore<P> || requires(P& problem, const typename P::Genome& genome) {
  { problem.evaluate(genome) } -> std::convertible_to<double>;
};
/// The problem has Direction direction() const, which tells whether a small fitness is good, or a large one.
template <typename P>
concept HasDirection = requires(const P& problem) {
  { problem.direction() } -> std::same_as<Direction>;
};
/// The problem has Genome sample(Random&).
template <typename P>
concept Samples = requires(P& problem, Random& random) {
  { problem.sample(random) } -> std::same_as<typename P::Genome>;
};
/// The problem has Genome crossover(const Genome&, const Genome&, Random&).
template <typename P>
concept Crosses = requires(P& problem, const typename P::Genome& genome, Random& random) {
  { problem.crossover(genome, genome, random) } -> std::same_as<typename P::Genome>;
};
/// The problem has void mutate(Genome&, double rate, Random&), which changes each gene with probability
/// `rate`: the setting gene_rate. What a gene is, the problem decides.
template <typename P>
concept Mutates = requires(P& problem, typename P::Genome& genome, double rate, Random& random) {
  { problem.mutate(genome, rate, random) } -> std::same_as<void>;
};

/// The problem has double gene_rate() const, which returns the default rate of its mutate(), in (0, 1].
template <typename P>
concept HasGeneRate = requires(const P& problem) {
  { problem.gene_rate() } -> std::same_as<double>;
};

/// The problem has Space bounds() const, which returns a Stock<Genome>::Space.
template <typename P>
concept HasBounds = StockGenome<typename P::Genome> && requires(const P& problem) {
  { problem.bounds() } -> std::convertible_to<typename Stock<typename P::Genome>::Space>;
};

/// The problem has void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores),
/// which writes what evaluate() returns. A genetic algorithm then first makes all children of a generation.
template <typename P>
concept EvaluatesBatch = requires(P& problem, std::span<const typename P::Genome* const> genomes,
                                  std::span<Score> scores) {
  { problem.evaluate_batch(genomes, scores) } -> std::same_as<void>;
};

/// A problem whose genome brings sample, crossover, mutate, neighbour, distance, describe, parse and valid.
template <typename P>
concept HasStockGenome = StockGenome<typename P::Genome> &&
    (HasBounds<P> || std::default_initializable<typename Stock<typename P::Genome>::Space>);

/// A problem that declares everything that islands need; Complete<P> makes one of any Problem.
template <typename P>
concept CompleteProblem = std::copy_constructible<P> && std::regular<typename P::Genome> && HasDirection<P> &&
    ReturnsScore<P> && Samples<P> && Crosses<P> && Mutates<P>;

/// A problem of a user: a plain struct with these members. The hot loop is compiled for it.
///
///   using Genome;                              a stock genome (skerry/genomes/), or any regular type;
///                                              Boost.Serialization stores it unless it is trivially copyable
///   Score evaluate(const Genome&);             a pure function of the genome; or double, the fitness of a
///                                              genome that is always feasible
///   Direction direction() const;               minimise if it is absent
///
/// With a stock genome; it may be left out for permutations and BitString:
///
///   Box<N> bounds() const;                     or another type that is Stock<Genome>::Space
///
/// With any other genome; with a stock genome, a member that is declared takes the place of the genome's:
///
///   Genome sample(Random&);                    one random genome
///   Genome crossover(const Genome&, const Genome&, Random&);
///   void mutate(Genome&, double rate, Random&);    each gene with the probability `rate`
///
/// Members need not be const: each island has its own copy of the problem, which may contain scratch space.
template <typename P>
concept Problem = std::copy_constructible<P> && std::regular<typename P::Genome> && Evaluates<P> &&
    (HasStockGenome<P> || (Samples<P> && Crosses<P> && Mutates<P>));

/// The type of the problem as its author wrote it, without what Complete<P> adds to it.
template <typename P>
struct OriginalOf {
  using type = P;
};
template <typename P>
requires requires {
  typename P::Original;
}
struct OriginalOf<P> {
  using type = typename P::Original;
};
template <typename P>
using Original = typename OriginalOf<P>::type;

// A problem may also have these abilities, each of which is found by its presence.

/// The problem has void crossover_into(const Genome&, const Genome&, Genome& child, Random&): a crossover for
/// genomes that own memory, which uses the child's memory again.
template <typename P>
concept CrossesInPlace = requires(P& problem, const typename P::Genome& genome, typename P::Genome& child,
                                  Random& random) {
  { problem.crossover_into(genome, genome, child, random) } -> std::same_as<void>;
};

/// The problem has void crossover_pair(const Genome&, const Genome&, Genome& first, Genome& second, Random&);
/// what one child does not take from a parent, the other does.
template <typename P>
concept CrossesInPairs = requires(P& problem, const typename P::Genome& genome, typename P::Genome& child,
                                  Random& random) {
  { problem.crossover_pair(genome, genome, child, child, random) } -> std::same_as<void>;
};

/// The problem has void repair(Genome&, Evaluations<P>&, Random&), which repairs a child that evaluate()
/// found infeasible; it is called directly after the crossover and mutation that made the child.
template <typename P>
concept RepairsCounted = requires(P& problem, typename P::Genome& genome,
                                  Evaluations<Original<P>>& evaluations, Random& random) {
  { problem.repair(genome, evaluations, random) } -> std::same_as<void>;
};
/// The problem has void repair(Genome&, Random&), which evaluates nothing or counts by take_evaluations().
template <typename P>
concept RepairsUncounted = requires(P& problem, typename P::Genome& genome, Random& random) {
  { problem.repair(genome, random) } -> std::same_as<void>;
};
/// The problem has repair() in either form.
template <typename P>
concept Repairs = RepairsCounted<P> || RepairsUncounted<P>;

/// The problem has std::uint64_t take_evaluations(), which returns the number of evaluations made inside
/// sample, repair and improve since its last call, if these do not count by Evaluations.
template <typename P>
concept CountsEvaluations = requires(P& problem) {
  { problem.take_evaluations() } -> std::same_as<std::uint64_t>;
};

/// The problem has void limit_evaluations(std::uint64_t left), which is told how many evaluations sample,
/// repair and improve may make from now on, where a run has a limit of them.
template <typename P>
concept LimitsEvaluations = CountsEvaluations<P> && requires(P& problem) {
  { problem.limit_evaluations(std::uint64_t{}) } -> std::same_as<void>;
};

/// The problem has void improve(Genome&, Score&, Evaluations<P>&, Random&), a local search that ends when
/// left() is 0, or earlier; it must not worsen the genome, and leaves its score. Evaluations counts.
template <typename P>
concept ImprovesCounted = requires(P& problem, typename P::Genome& genome, Score& score,
                                   Evaluations<Original<P>>& evaluations, Random& random) {
  { problem.improve(genome, score, evaluations, random) } -> std::same_as<void>;
};
/// The problem has void improve(Genome&, Score&, std::uint64_t budget, Random&) and take_evaluations().
template <typename P>
concept ImprovesWithin = CountsEvaluations<P> &&
    requires(P& problem, typename P::Genome& genome, Score& score, Random& random) {
  { problem.improve(genome, score, std::uint64_t{}, random) } -> std::same_as<void>;
};
/// The problem has improve() in either form.
template <typename P>
concept Improves = ImprovesCounted<P> || ImprovesWithin<P>;

/// The problem has void neighbour(Genome&, Random&), one smallest change; without it searches mutate().
template <typename P>
concept HasNeighbour = requires(P& problem, typename P::Genome& genome, Random& random) {
  { problem.neighbour(genome, random) } -> std::same_as<void>;
};

/// The problem has double distance(const Genome&, const Genome&), which returns a number in [0, 1].
template <typename P>
concept HasDistance = requires(P& problem, const typename P::Genome& genome) {
  { problem.distance(genome, genome) } -> std::convertible_to<double>;
};

/// The problem has void loci(const Genome&, Loci&), which appends the values at loci, always in one order.
template <typename P>
concept HasLoci = requires(P& problem, const typename P::Genome& genome, Loci& loci) {
  { problem.loci(genome, loci) } -> std::same_as<void>;
};

/// The problem has std::string describe(const Genome&), which returns the text form that parse() reads.
template <typename P>
concept Describes = requires(P& problem, const typename P::Genome& genome) {
  { problem.describe(genome) } -> std::convertible_to<std::string>;
};

/// The problem has GenomeForm genome_form() const, the form in which traces store its genomes, and
/// void append_genome(const Genome&, std::vector<std::byte>& row) const, which appends one in it.
template <typename P>
concept AppendsGenomes = requires(const P& problem, const typename P::Genome& genome,
                                  std::vector<std::byte>& row) {
  { problem.genome_form() } -> std::same_as<GenomeForm>;
  { problem.append_genome(genome, row) } -> std::same_as<void>;
};

/// The problem has Genome parse(std::string_view text, const std::string& name), which reads the text of
/// describe() and throws DataError for any other.
template <typename P>
concept Parses = requires(P& problem, std::string_view text, const std::string& name) {
  { problem.parse(text, name) } -> std::same_as<typename P::Genome>;
};

/// The judgement of one rule of a problem on a solution.
struct Verdict {
  std::string rule;   ///< "average level at least 75"
  std::string found;  ///< "75.4"
  bool met = false;
};

/// The problem has std::vector<Verdict> judge(const Genome&), one for each rule, for `check`.
template <typename P>
concept Judges = requires(P& problem, const typename P::Genome& genome) {
  { problem.judge(genome) } -> std::same_as<std::vector<Verdict>>;
};

/// The problem has std::string explain(const Genome&), which is lines of text for `check`.
template <typename P>
concept Explains = requires(P& problem, const typename P::Genome& genome) {
  { problem.explain(genome) } -> std::convertible_to<std::string>;
};

/// The problem has std::string draw(const Genome* solution) const, an SVG picture, and std::string
/// draw_text(const Genome* solution) const, the same as text, for `draw`; the pointer may be null.
template <typename P>
concept Draws = requires(const P& problem, const typename P::Genome* solution) {
  { problem.draw(solution) } -> std::convertible_to<std::string>;
  { problem.draw_text(solution) } -> std::convertible_to<std::string>;
};

/// The problem has std::string obstacle() const, which returns a text for people on what has kept sample()
/// and repair() from feasible genomes so far; empty if nothing has.
template <typename P>
concept NamesObstacle = requires(const P& problem) {
  { problem.obstacle() } -> std::convertible_to<std::string>;
};

/// The problem has bool valid(const Genome&) const, which tells whether a genome belongs to this problem,
/// feasible or not. It is called for genomes of a checkpoint, which may be damaged.
template <typename P>
concept Validates = requires(const P& problem, const typename P::Genome& genome) {
  { problem.valid(genome) } -> std::same_as<bool>;
};

/// The problem has std::optional<double> optimum() const, the default target of a run.
template <typename P>
concept HasOptimum = requires(const P& problem) {
  { problem.optimum() } -> std::same_as<std::optional<double>>;
};

/// The problem has double bound() const, which returns a fitness that no genome exceeds; it may be out of
/// reach. Selection by the distance to an ideal uses it; a problem with an optimum() does not need it.
template <typename P>
concept Bounds = requires(const P& problem) {
  { problem.bound() } -> std::same_as<double>;
};

/// The problem has std::string identity() const, its parameters, which are the same in a run that is resumed.
template <typename P>
concept HasIdentity = requires(const P& problem) {
  { problem.identity() } -> std::convertible_to<std::string>;
};

/// The problem has void enter_run(std::uint64_t seed, std::uint32_t island), which is called on the island's
/// own copy before anything is evaluated; islands count from 0. The seed may decide random numbers of an
/// evaluation; the island must not decide a score, since genomes migrate.
template <typename P>
concept EntersRun = requires(P& problem) {
  { problem.enter_run(std::uint64_t{}, std::uint32_t{}) } -> std::same_as<void>;
};

/// The problem has void use(const EvaluationServices&), which is called on an island's own copy after
/// enter_run() and before anything is evaluated. None of it may decide a score.
template <typename P>
concept UsesServices = requires(P& problem, const EvaluationServices& services) {
  { problem.use(services) } -> std::same_as<void>;
};

/// Threads of any rank can evaluate for its islands; what a problem counts itself would be lost there.
template <typename P>
concept LendsThreads = EvaluatesBatch<P> && !CountsEvaluations<P>;

/// The problem has void take_evaluation_rows(std::vector<EvaluationRow>& rows), which appends rows of the
/// evaluations since its last call, numbered from 0; the caller fills in generation and island.
template <typename P>
concept ReportsEvaluations = requires(P& problem, std::vector<EvaluationRow>& rows) {
  { problem.take_evaluation_rows(rows) } -> std::same_as<void>;
};

/// The problem has std::shared_ptr<TaskRunner> make_task_runner() const: what carries out the tasks that its
/// evaluate_batch() hands to EvaluationServices::runner, on whatever rank.
template <typename P>
concept MakesTaskRunner = requires(const P& problem) {
  { problem.make_task_runner() } -> std::same_as<std::shared_ptr<TaskRunner>>;
};

/// The problem has static constexpr std::string_view name, which traces contain.
template <typename P>
concept HasName = requires {
  { *&P::name } -> std::convertible_to<std::string_view>;
};

/// The problem has std::vector<Objective> objectives() const, which names what a search makes good at once,
/// and void objectives(const Genome&, std::span<double> values), which writes their values, in the directions
/// that they state. Violations and the fitness of single solutions are still those of evaluate().
template <typename P>
concept HasObjectives = requires(P& problem, const P& constant, const typename P::Genome& genome,
                                 std::span<double> values) {
  { constant.objectives() } -> std::same_as<std::vector<Objective>>;
  { problem.objectives(genome, values) } -> std::same_as<void>;
};

/// The problem has std::vector<double> known_front() const, which returns points of the true front,
/// [point][objective], with which fronts are compared (IGD+).
template <typename P>
concept HasKnownFront = HasObjectives<P> && requires(const P& problem) {
  { problem.known_front() } -> std::same_as<std::vector<double>>;
};

/// The problem has std::vector<Feature> features() const, which names the axes of a map of its solutions, and
/// void features(const Genome&, std::span<double> values), which writes their values.
template <typename P>
concept HasFeatures = requires(P& problem, const P& constant, const typename P::Genome& genome,
                               std::span<double> values) {
  { constant.features() } -> std::same_as<std::vector<Feature>>;
  { problem.features(genome, values) } -> std::same_as<void>;
};

/// The problem has void improve_front(Genome&, Score&, std::span<const Interval<double>> objectives,
/// std::uint64_t budget, Random&): improve() among the solutions whose objectives, in their own directions,
/// lie in these intervals, one for each. It leaves the genome as it is where it finds nothing better in them.
/// bool improves_fronts() const says whether islands that keep a front call it in place of improve().
template <typename P>
concept ImprovesFronts = HasObjectives<P> && Improves<P> && CountsEvaluations<P> &&
    requires(P& problem, const P& constant, typename P::Genome& genome, Score& score,
             std::span<const Interval<double>> intervals, Random& random) {
  { constant.improves_fronts() } -> std::same_as<bool>;
  { problem.improve_front(genome, score, intervals, std::uint64_t{}, random) } -> std::same_as<void>;
};

/// The problem has void improve_map(Genome&, Score&, std::span<const Interval<double>> features,
/// std::uint64_t budget, Random&), the same among solutions of a cell, and bool improves_maps() const.
template <typename P>
concept ImprovesMaps = HasFeatures<P> && Improves<P> && CountsEvaluations<P> &&
    requires(P& problem, const P& constant, typename P::Genome& genome, Score& score,
             std::span<const Interval<double>> intervals, Random& random) {
  { constant.improves_maps() } -> std::same_as<bool>;
  { problem.improve_map(genome, score, intervals, std::uint64_t{}, random) } -> std::same_as<void>;
};

/// The problem has std::vector<Column> columns() const, and void observe(const Population<Genome>&
/// population, std::span<double> values), as an observer has them (see ObservesPopulation).
template <typename P>
concept HasColumns = ObservesPopulation<P, typename P::Genome>;

/// Returns the problem's name; "problem" if it has none.
template <typename P>
std::string name_of() {
  if constexpr (HasName<P>) return std::string(std::string_view(P::name));
  return "problem";
}

/// Returns the problem's direction; minimise if it states none.
template <Problem P>
Direction direction_of(const P& problem) {
  if constexpr (HasDirection<P>) return problem.direction();
  return Direction::minimise;
}

/// The problem has std::string fitness_unit() const for traces and figures: "coins", "s".
template <typename P>
concept HasFitnessUnit = requires(const P& problem) {
  { problem.fitness_unit() } -> std::convertible_to<std::string>;
};

}  // namespace skerry
