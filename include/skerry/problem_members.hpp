#pragma once

#include "skerry/columns.hpp"
#include "skerry/problem.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// The members that a problem may have: name, whether it is there in its right form, and that form.
#define SKERRY_MEMBERS(X)                                                                                  \
  X(evaluate_batch, EvaluatesBatch<P>,                                                                     \
    "void evaluate_batch(std::span<const Genome* const> genomes, std::span<skerry::Score> scores)")        \
  X(direction, HasDirection<P>, "skerry::Direction direction() const")                                     \
  X(sample, Samples<P>, "Genome sample(skerry::Random&)")                                                  \
  X(crossover, Crosses<P>, "Genome crossover(const Genome&, const Genome&, skerry::Random&)")              \
  X(mutate, Mutates<P>, "void mutate(Genome&, double rate, skerry::Random&)")                              \
  X(gene_rate, HasGeneRate<P>, "double gene_rate() const")                                                 \
  X(bounds, !stock || HasBounds<P>, SKERRY_BOUNDS)                                                         \
  X(crossover_into, CrossesInPlace<P>,                                                                     \
    "void crossover_into(const Genome&, const Genome&, Genome& child, skerry::Random&)")                   \
  X(crossover_pair, CrossesInPairs<P>,                                                                     \
    "void crossover_pair(const Genome&, const Genome&, Genome& first, Genome& second, skerry::Random&)")   \
  X(repair, Repairs<P>,                                                                                    \
    "void repair(Genome&, skerry::Evaluations<P>&, skerry::Random&), or void repair(Genome&, "             \
    "skerry::Random&) where it evaluates nothing")                                                         \
  X(improve, Improves<P>,                                                                                  \
    "void improve(Genome&, skerry::Score&, skerry::Evaluations<P>&, skerry::Random&); with std::uint64_t " \
    "budget instead of skerry::Evaluations<P>& it needs take_evaluations() too, since its evaluations "    \
    "would not be counted")                                                                                \
  X(neighbour, HasNeighbour<P>, "void neighbour(Genome&, skerry::Random&)")                                \
  X(take_evaluations, CountsEvaluations<P>, "std::uint64_t take_evaluations()")                            \
  X(limit_evaluations, LimitsEvaluations<P>,                                                               \
    "void limit_evaluations(std::uint64_t left), and take_evaluations() is to be there too")               \
  X(distance, HasDistance<P>, "double distance(const Genome&, const Genome&)")                             \
  X(loci, HasLoci<P>, "void loci(const Genome&, skerry::Loci&)")                                           \
  X(describe, Describes<P>, "std::string describe(const Genome&)")                                         \
  X(parse, Parses<P>, "Genome parse(std::string_view text, const std::string& name)")                      \
  X(judge, Judges<P>, "std::vector<skerry::Verdict> judge(const Genome&)")                                 \
  X(explain, Explains<P>, "std::string explain(const Genome&)")                                            \
  X(draw, Draws<P>, "std::string draw(const Genome*) const, and draw_text() is to be there too")           \
  X(draw_text, Draws<P>, "std::string draw_text(const Genome*) const, and draw() is to be there too")      \
  X(obstacle, NamesObstacle<P>, "std::string obstacle() const")                                            \
  X(valid, Validates<P>, "bool valid(const Genome&) const")                                                \
  X(optimum, HasOptimum<P>, "std::optional<double> optimum() const")                                       \
  X(bound, Bounds<P>, "double bound() const")                                                              \
  X(fitness_unit, HasFitnessUnit<P>, "std::string fitness_unit() const")                                   \
  X(objectives, HasObjectives<P>,                                                                          \
    "two members, std::vector<skerry::Objective> objectives() const, and void objectives(const Genome&, "  \
    "std::span<double> values)")                                                                           \
  X(features, HasFeatures<P>,                                                                              \
    "two members, std::vector<skerry::Feature> features() const, and void features(const Genome&, "        \
    "std::span<double> values)")                                                                           \
  X(known_front, HasKnownFront<P>,                                                                         \
    "std::vector<double> known_front() const, and objectives() is to be there too")                        \
  X(improve_front, ImprovesFronts<P>,                                                                      \
    "two members, bool improves_fronts() const, and void improve_front(Genome&, skerry::Score&, "          \
    "std::span<const skerry::Interval<double>> objectives, std::uint64_t budget, skerry::Random&), and "   \
    "improve(), objectives() and take_evaluations() are to be there too")                                  \
  X(improve_map, ImprovesMaps<P>,                                                                          \
    "two members, bool improves_maps() const, and void improve_map(Genome&, skerry::Score&, "              \
    "std::span<const skerry::Interval<double>> features, std::uint64_t budget, skerry::Random&), and "     \
    "improve(), features() and take_evaluations() are to be there too")                                    \
  X(observe, HasColumns<P>,                                                                                \
    "void observe(const skerry::Population<Genome>& population, std::span<double> values), and "           \
    "std::vector<skerry::Column> columns() const is to be there too")                                      \
  X(append_genome, AppendsGenomes<P>,                                                                      \
    "two members, skerry::GenomeForm genome_form() const, and void append_genome(const Genome&, "          \
    "std::vector<std::byte>& row) const")                                                                  \
  X(identity, HasIdentity<P>, "std::string identity() const")                                              \
  X(enter_run, EntersRun<P>, "void enter_run(std::uint64_t seed, std::uint32_t island)")                   \
  X(use, UsesServices<P>, "void use(const skerry::EvaluationServices&)")                                   \
  X(take_evaluation_rows, ReportsEvaluations<P>,                                                           \
    "void take_evaluation_rows(std::vector<skerry::EvaluationRow>& rows)")                                 \
  X(make_task_runner, MakesTaskRunner<P>, "std::shared_ptr<skerry::TaskRunner> make_task_runner() const")

namespace skerry {

/// A member that the engine looks for in a problem, and whether it is there. One that is misspelt is not.
struct FoundMember {
  std::string_view name;
  bool there = false;
};

namespace detail {

/// The genome of a problem; NoGenome if it names none.
struct NoGenome {};
template <typename P>
struct GenomeIn {
  using type = NoGenome;
};
template <typename P>
requires requires {
  typename P::Genome;
}
struct GenomeIn<P> {
  using type = typename P::Genome;
};
template <typename P>
using GenomeOf = typename GenomeIn<P>::type;

/// The names of all members that the engine looks for. In a class that derives from this and from a problem,
/// a name is ambiguous if and only if the problem has a member of that name.
struct AskedNames {
#define SKERRY_NAME_OF(member, is_there, form) int member;
  int evaluate, name;
  SKERRY_MEMBERS(SKERRY_NAME_OF)
#undef SKERRY_NAME_OF
};
/// Nothing can derive from a final class, in which an overloaded member is therefore not found.
template <typename P>
struct WithAskedNames : P, AskedNames {};
template <typename P>
requires(std::is_final_v<P> || !std::is_class_v<P>) struct WithAskedNames<P> {
};

/// The type of the data to which a pointer to a member points; void for functions.
template <typename Member>
struct DataOf {
  using type = void;
};
template <typename Data, typename P>
requires(!std::is_function_v<Data>) struct DataOf<Data P::*> {
  using type = std::remove_cv_t<Data>;
};

/// The type of a pointer to data of an object, in contrast to functions and to data of the class.
template <typename Member>
concept Data = std::is_member_object_pointer_v<Member>;
/// The same for data that the author may have taken for a member function with this result.
template <typename Member, typename Result>
concept DataLike = Data<Member> && std::convertible_to<typename DataOf<Member>::type, Result>;
/// The bounds of a stock genome; void for other genomes.
template <typename Genome>
struct SpaceOf {
  using type = void;
};
template <StockGenome Genome>
struct SpaceOf<Genome> {
  using type = typename Stock<Genome>::Space;
};

}  // namespace detail

// The macros below stand in the class template over the problem P that comes after them.

/// Tells whether the problem has a member of that name, of whatever kind.
#define SKERRY_HAS(member) \
  (std::is_final_v<P> || !std::is_class_v<P> ? requires { &P::member; } : !requires { &Mixed::member; })

/// Refuses a member of this name in another form, but data of the object, which may have any name.
#define SKERRY_FORM(member, form)                                    \
  static_assert(                                                     \
      has_##member || !has_genome || !SKERRY_HAS(member) ||          \
          requires { requires detail::Data<decltype(&P::member)>; }, \
      #member "() of a problem is: " form)

/// Refuses data of the object that has this name and holds what the member function would return.
#define SKERRY_NO_DATA(member, result, form)                                                  \
  static_assert(                                                                              \
      has_##member || !requires { requires detail::DataLike<decltype(&P::member), result>; }, \
      #member " of a problem is a function: " form)

/// Fails to compile, with the right form, if a problem lacks a needed member or has one in another form.
template <typename P>
struct RightMembers {
 private:
  using Mixed = detail::WithAskedNames<P>;
  using Genome = detail::GenomeOf<P>;

  // What the engine calls members with. Nothing defines these, since nothing is evaluated.
  static P& problem;
  static const Genome& genome;
  static Genome& child;

  static constexpr bool has_genome = !std::same_as<Genome, detail::NoGenome>;
  static constexpr bool stock = StockGenome<Genome>;

  // Whether a member is there, in its right form.
#define SKERRY_IS_THERE(member, is_there, form) static constexpr bool has_##member = is_there;
  SKERRY_MEMBERS(SKERRY_IS_THERE)
#undef SKERRY_IS_THERE

#define SKERRY_BOUNDS                                                                                     \
  "skerry::Stock<Genome>::Space bounds() const, which returns a skerry::Box<N> for skerry::Reals<N> and " \
  "SelfAdaptiveReals<N>, an IntegerBox<N> for Integers<N>, BitStrings<Genome> for Bits<Words>, "          \
  "Permutations<> for Permutation<> and Spaces<Genome> for Composite<A, B, ...>"

  static_assert(!has_genome || HasName<P> || !SKERRY_HAS(name),
                "name of a problem is: static constexpr std::string_view name");
#define SKERRY_RIGHT_FORM(member, is_there, form) SKERRY_FORM(member, form);
  SKERRY_MEMBERS(SKERRY_RIGHT_FORM)
#undef SKERRY_RIGHT_FORM

  static_assert(
      has_observe ||
          !requires {
            { problem.columns() } -> std::convertible_to<std::vector<Column>>;
          },
      "columns() of a problem needs observe() too: void observe(const skerry::Population<Genome>& "
      "population, std::span<double> values)");

  // Data that holds what a function should return, except plain numbers, which may be anything.
  SKERRY_NO_DATA(direction, Direction, "skerry::Direction direction() const");
  SKERRY_NO_DATA(bounds, typename detail::SpaceOf<Genome>::type, SKERRY_BOUNDS);
  SKERRY_NO_DATA(optimum, std::optional<double>, "std::optional<double> optimum() const");
  SKERRY_NO_DATA(fitness_unit, std::string, "std::string fitness_unit() const");
  SKERRY_NO_DATA(identity, std::string, "std::string identity() const");
  SKERRY_NO_DATA(objectives, std::vector<Objective>, "std::vector<skerry::Objective> objectives() const");
  SKERRY_NO_DATA(features, std::vector<Feature>, "std::vector<skerry::Feature> features() const");

  static_assert(std::is_class_v<P>, "a problem is a struct or a class");
  static_assert(has_genome || !std::is_class_v<P>,
                "a problem names its individuals by `using Genome = ...`: a stock genome such as "
                "skerry::Reals<8>, or a type of your own");
  static_assert(!has_genome || std::default_initializable<Genome>,
                "the Genome of a problem has a default constructor");
  static_assert(!has_genome || std::copyable<Genome>, "the Genome of a problem can be copied and assigned");
  static_assert(!has_genome || std::equality_comparable<Genome>,
                "the Genome of a problem is compared by ==: bool operator==(const Genome&) const = default");
  static_assert(!std::is_class_v<P> || std::copy_constructible<P>,
                "a problem has a copy constructor, since each island works on a copy of it");
  static_assert(
      !has_genome || SKERRY_HAS(evaluate) || requires { problem.evaluate(genome); },
      "a problem has evaluate(), which returns the fitness of a genome: double evaluate(const "
      "Genome&) const, or skerry::Score evaluate(const Genome&) const if genomes can break rules; "
      "fitness(), objective(), cost() or an operator() are not called");

  static constexpr bool evaluates_constant = requires {
    problem.evaluate(genome);
  };
  static constexpr bool evaluates_variable = requires {
    problem.evaluate(child);
  };
  static_assert(
      evaluates_constant || !evaluates_variable,
      "evaluate() of a problem takes a const Genome&, since it must not change the genome; this one "
      "takes a Genome& that is not const");
  static_assert(!has_genome || evaluates_constant || evaluates_variable || !SKERRY_HAS(evaluate),
                "evaluate() of a problem is public and takes one genome of the problem's own type Genome: "
                "double evaluate(const Genome&) const, or skerry::Score evaluate(const Genome&) const");
  static_assert(
      !evaluates_constant || Evaluates<P>,
      "evaluate() of a problem returns a double, which is the fitness, or a skerry::Score; this one "
      "returns another type");

  static constexpr bool has_operators = Samples<P> && Crosses<P> && Mutates<P>;
  static constexpr bool needs_operators = has_genome && !stock && !has_operators;
  static constexpr bool has_no_operator =
      !SKERRY_HAS(sample) && !SKERRY_HAS(crossover) && !SKERRY_HAS(mutate);
#define SKERRY_STOCK_GENOMES                                                               \
  "the stock genomes bring it: skerry::BitString<N>, Bits<Words>, Integers<N>, Reals<N>, " \
  "SelfAdaptiveReals<N>, Permutation<N> and Composite<A, B, ...> (skerry/genomes/)"
  static_assert(!needs_operators || !has_no_operator,
                "a problem whose Genome is a type of its own has sample(), crossover() and "
                "mutate(); " SKERRY_STOCK_GENOMES);
  static_assert(!needs_operators || has_no_operator || SKERRY_HAS(sample),
                "a problem whose Genome is a type of its own has Genome "
                "sample(skerry::Random&); " SKERRY_STOCK_GENOMES);
  static_assert(!needs_operators || has_no_operator || SKERRY_HAS(crossover),
                "a problem whose Genome is a type of its own has Genome crossover(const Genome&, const "
                "Genome&, skerry::Random&); " SKERRY_STOCK_GENOMES);
  static_assert(!needs_operators || has_no_operator || SKERRY_HAS(mutate),
                "a problem whose Genome is a type of its own has void mutate(Genome&, double rate, "
                "skerry::Random&); " SKERRY_STOCK_GENOMES);

  static constexpr bool needs_bounds = [] {
    if constexpr (stock) {
      return !std::default_initializable<typename Stock<Genome>::Space> && !has_operators;
    } else {
      return false;
    }
  }();
  static_assert(!needs_bounds || SKERRY_HAS(bounds),
                "the values of this stock genome are not known; the problem has " SKERRY_BOUNDS);
  static constexpr bool is_complete = CompleteProblem<P>;
  static_assert(
      !std::is_final_v<P> || is_complete || !Problem<P>,
      "a problem is no final class, since the engine derives from it to add what the problem leaves "
      "to the engine");

 public:
  static constexpr bool value = Problem<P> && (!std::is_final_v<P> || is_complete);

  /// Returns all members that a problem may have besides those that it needs.
  static std::vector<FoundMember> found() {
#define SKERRY_FOUND(member, is_there, form) {#member, has_##member},
    return {{"name", HasName<P>}, SKERRY_MEMBERS(SKERRY_FOUND)};
#undef SKERRY_FOUND
  }
};

#undef SKERRY_MEMBERS
#undef SKERRY_HAS
#undef SKERRY_FORM
#undef SKERRY_NO_DATA
#undef SKERRY_STOCK_GENOMES
#undef SKERRY_BOUNDS

}  // namespace skerry
