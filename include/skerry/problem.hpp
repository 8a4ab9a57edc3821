#pragma once

#include "skerry/evaluations.hpp"
#include "skerry/genomes/stock.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// Score evaluate(const Genome&): a pure function of the genome.
template <typename P>
concept ReturnsScore = requires(P& problem, const typename P::Genome& genome) {
  { problem.evaluate(genome) } -> std::same_as<Score>;
};
/// The same, or one that returns the fitness of a genome that is always feasible as a double.
template <typename P>
concept Evaluates = ReturnsScore<P> || requires(P& problem, const typename P::Genome& genome) {
  { problem.evaluate(genome) } -> std::convertible_to<double>;
};
/// Direction direction() const: whether a small fitness is good, or a large one.
template <typename P>
concept HasDirection = requires(const P& problem) {
  { problem.direction() } -> std::same_as<Direction>;
};
/// Genome sample(Random&): one random genome.
template <typename P>
concept Samples = requires(P& problem, Random& random) {
  { problem.sample(random) } -> std::same_as<typename P::Genome>;
};
/// Genome crossover(const Genome&, const Genome&, Random&): a child of two parents.
template <typename P>
concept Crosses = requires(P& problem, const typename P::Genome& genome, Random& random) {
  { problem.crossover(genome, genome, random) } -> std::same_as<typename P::Genome>;
};
/// void mutate(Genome&, double rate, Random&): changes a child; the problem says what the rate means.
template <typename P>
concept Mutates = requires(P& problem, typename P::Genome& genome, double rate, Random& random) {
  { problem.mutate(genome, rate, random) } -> std::same_as<void>;
};

/// Space bounds() const: the bounds of a stock genome, a Stock<Genome>::Space.
template <typename P>
concept HasBounds = StockGenome<typename P::Genome> && requires(const P& problem) {
  { problem.bounds() } -> std::convertible_to<typename Stock<typename P::Genome>::Space>;
};

/// A problem whose genome brings sample, crossover, mutate, neighbour, distance, describe, parse and valid.
template <typename P>
concept HasStockGenome = StockGenome<typename P::Genome> &&
    (HasBounds<P> || std::default_initializable<typename Stock<typename P::Genome>::Space>);

/// A problem that says all itself, which is what islands work on; Complete<P> makes one of any Problem.
template <typename P>
concept CompleteProblem = std::copy_constructible<P> && std::regular<typename P::Genome> && HasDirection<P> &&
    ReturnsScore<P> && Samples<P> && Crosses<P> && Mutates<P>;

/// A problem of one's own: a plain struct with these members. The hot loop is compiled for it.
///
///   using Genome;                              a stock genome (skerry/genomes/), or any regular type;
///                                              Boost.Serialization stores it unless it is trivially copyable
///   Score evaluate(const Genome&);             a pure function of the genome; or double, the fitness of a
///                                              genome that is always feasible
///   Direction direction() const;               minimise where it is absent
///
/// With a stock genome, and absent where that has none (permutations, BitString):
///
///   Box<N> bounds() const;                     or what else Stock<Genome>::Space is
///
/// With any other genome; with a stock genome, those that are declared take the place of its own:
///
///   Genome sample(Random&);                    one random genome
///   Genome crossover(const Genome&, const Genome&, Random&);
///   void mutate(Genome&, double rate, Random&);
///
/// Members need not be const: each island has a copy of the problem of its own, so scratch space may live in
/// it.
template <typename P>
concept Problem = std::copy_constructible<P> && std::regular<typename P::Genome> && Evaluates<P> &&
    (HasStockGenome<P> || (Samples<P> && Crosses<P> && Mutates<P>));

/// The problem as its author wrote it, behind what Complete<P> adds to it.
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

// Abilities a problem may have besides; each is found by its presence.

/// void crossover_into(const Genome&, const Genome&, Genome& child, Random&): crossover for genomes that own
/// memory, so that the child's is used again.
template <typename P>
concept CrossesInPlace = requires(P& problem, const typename P::Genome& genome, typename P::Genome& child,
                                  Random& random) {
  { problem.crossover_into(genome, genome, child, random) } -> std::same_as<void>;
};

/// void crossover_pair(const Genome&, const Genome&, Genome& first, Genome& second, Random&): two children of
/// the same two parents, each with what the other leaves. Children then come in pairs.
template <typename P>
concept CrossesInPairs = requires(P& problem, const typename P::Genome& genome, typename P::Genome& child,
                                  Random& random) {
  { problem.crossover_pair(genome, genome, child, child, random) } -> std::same_as<void>;
};

/// void repair(Genome&, Evaluations<P>&, Random&): repairs a child that evaluate() found infeasible; called
/// directly after the crossover and mutation that made it.
template <typename P>
concept RepairsCounted = requires(P& problem, typename P::Genome& genome,
                                  Evaluations<Original<P>>& evaluations, Random& random) {
  { problem.repair(genome, evaluations, random) } -> std::same_as<void>;
};
/// void repair(Genome&, Random&): the same for a repair that evaluates nothing, or counts by
/// take_evaluations().
template <typename P>
concept RepairsUncounted = requires(P& problem, typename P::Genome& genome, Random& random) {
  { problem.repair(genome, random) } -> std::same_as<void>;
};
/// A repair in either form.
template <typename P>
concept Repairs = RepairsCounted<P> || RepairsUncounted<P>;

/// std::uint64_t take_evaluations(): evaluations made inside sample, repair and improve since it was last
/// asked, where they do not count by Evaluations.
template <typename P>
concept CountsEvaluations = requires(P& problem) {
  { problem.take_evaluations() } -> std::same_as<std::uint64_t>;
};

/// void improve(Genome&, Score&, Evaluations<P>&, Random&): local search until Evaluations::left() is 0 at
/// the latest; keeps the score that of the genome, and never makes it worse. Evaluations scores genomes and
/// counts.
template <typename P>
concept ImprovesCounted = requires(P& problem, typename P::Genome& genome, Score& score,
                                   Evaluations<Original<P>>& evaluations, Random& random) {
  { problem.improve(genome, score, evaluations, random) } -> std::same_as<void>;
};
/// void improve(Genome&, Score&, std::uint64_t budget, Random&): the same for a problem that counts by
/// take_evaluations().
template <typename P>
concept ImprovesWithin = CountsEvaluations<P> &&
    requires(P& problem, typename P::Genome& genome, Score& score, Random& random) {
  { problem.improve(genome, score, std::uint64_t{}, random) } -> std::same_as<void>;
};
/// A local search in either form.
template <typename P>
concept Improves = ImprovesCounted<P> || ImprovesWithin<P>;

/// void neighbour(Genome&, Random&): one smallest change, which leads a local search to a neighbour. Without
/// it the local searches mutate().
template <typename P>
concept HasNeighbour = requires(P& problem, typename P::Genome& genome, Random& random) {
  { problem.neighbour(genome, random) } -> std::same_as<void>;
};

/// double distance(const Genome&, const Genome&) in [0, 1].
template <typename P>
concept HasDistance = requires(P& problem, const typename P::Genome& genome) {
  { problem.distance(genome, genome) } -> std::convertible_to<double>;
};

/// std::string describe(const Genome&): the text form, which parse() reads back.
template <typename P>
concept Describes = requires(P& problem, const typename P::Genome& genome) {
  { problem.describe(genome) } -> std::convertible_to<std::string>;
};

/// Genome parse(std::string_view text, const std::string& name): reads describe()'s text; throws DataError.
template <typename P>
concept Parses = requires(P& problem, std::string_view text, const std::string& name) {
  { problem.parse(text, name) } -> std::same_as<typename P::Genome>;
};

/// One rule of a problem, judged for a solution.
struct Verdict {
  std::string rule;   ///< "average level at least 75"
  std::string found;  ///< "75.4"
  bool met = false;
};

/// std::vector<Verdict> judge(const Genome&): every rule of the problem, for `check`.
template <typename P>
concept Judges = requires(P& problem, const typename P::Genome& genome) {
  { problem.judge(genome) } -> std::same_as<std::vector<Verdict>>;
};

/// std::string explain(const Genome&): what a person wants to see of a solution besides its rules, lines of
/// text; for `check`.
template <typename P>
concept Explains = requires(P& problem, const typename P::Genome& genome) {
  { problem.explain(genome) } -> std::convertible_to<std::string>;
};

/// std::string draw(const Genome* solution) const: the problem as an SVG picture, with a solution in it where
/// there is one; std::string draw_text(const Genome* solution) const: the same in characters. For `draw`.
template <typename P>
concept Draws = requires(const P& problem, const typename P::Genome* solution) {
  { problem.draw(solution) } -> std::convertible_to<std::string>;
  { problem.draw_text(solution) } -> std::convertible_to<std::string>;
};

/// std::string obstacle() const: what kept sample() and repair() from feasible genomes so far, for a person;
/// empty where nothing did.
template <typename P>
concept NamesObstacle = requires(const P& problem) {
  { problem.obstacle() } -> std::convertible_to<std::string>;
};

/// bool valid(const Genome&) const: whether it is a genome of this problem at all, feasible or not. Asked of
/// genomes that come from a checkpoint, which may be damaged.
template <typename P>
concept Validates = requires(const P& problem, const typename P::Genome& genome) {
  { problem.valid(genome) } -> std::same_as<bool>;
};

/// std::optional<double> optimum() const: a known optimal fitness, the default target of a run.
template <typename P>
concept HasOptimum = requires(const P& problem) {
  { problem.optimum() } -> std::same_as<std::optional<double>>;
};

/// double bound() const: a fitness that no genome exceeds, reached or not; the optimum, where one is known,
/// says more. For selection by distance to it.
template <typename P>
concept Bounds = requires(const P& problem) {
  { problem.bound() } -> std::same_as<double>;
};

/// std::string identity() const: the parameters of the problem as text, where it has any: a run is resumed
/// only by a problem that says the same.
template <typename P>
concept HasIdentity = requires(const P& problem) {
  { problem.identity() } -> std::convertible_to<std::string>;
};

/// static constexpr std::string_view name: what a problem is called in traces; "problem" without one.
template <typename P>
concept HasName = requires {
  { P::name } -> std::convertible_to<std::string_view>;
};

/// The problem's name; "problem" where it has none.
template <typename P>
std::string name_of() {
  if constexpr (HasName<P>) {
    return std::string(std::string_view(P::name));
  } else {
    return "problem";
  }
}

/// Minimise where the problem does not say.
template <Problem P>
Direction direction_of(const P& problem) {
  if constexpr (HasDirection<P>) {
    return problem.direction();
  } else {
    return Direction::minimise;
  }
}

/// std::string fitness_unit() const: what fitness is counted in, for traces and figures: "coins", "s".
template <typename P>
concept HasFitnessUnit = requires(const P& problem) {
  { problem.fitness_unit() } -> std::convertible_to<std::string>;
};

}  // namespace skerry
