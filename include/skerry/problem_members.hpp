#pragma once

#include "skerry/columns.hpp"
#include "skerry/problem.hpp"

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// The members that a problem may have: name, whether it is there in its right form, and that form. All
/// checks of this file follow from the list.
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
  X(bound, Bounds<P> || bound_is_bounds, "double bound() const")                                           \
  X(fitness_unit, HasFitnessUnit<P>, "std::string fitness_unit() const")                                   \
  X(objectives, HasObjectives<P>,                                                                          \
    "two members, std::vector<skerry::Objective> objectives() const, and void objectives(const Genome&, "  \
    "std::span<double> values)")                                                                           \
  X(features, HasFeatures<P>,                                                                              \
    "two members, std::vector<skerry::Feature> features() const, and void features(const Genome&, "        \
    "std::span<double> values)")                                                                           \
  X(known_front, HasKnownFront<P>,                                                                         \
    "std::vector<double> known_front() const, and objectives() is to be there too")                        \
  X(observe, HasColumns<P>,                                                                                \
    "void observe(const skerry::Population<Genome>& population, std::span<double> values), and "           \
    "std::vector<skerry::Column> columns() const is to be there too")                                      \
  X(identity, HasIdentity<P>, "std::string identity() const")                                              \
  X(enter_run, EntersRun<P>, "void enter_run(std::uint64_t seed, std::uint32_t island)")                   \
  X(use, UsesServices<P>, "void use(const skerry::EvaluationServices&)")                                   \
  X(take_evaluation_rows, ReportsEvaluations<P>,                                                           \
    "void take_evaluation_rows(std::vector<skerry::EvaluationRow>& rows)")                                 \
  X(make_task_runner, MakesTaskRunner<P>, "std::shared_ptr<skerry::TaskRunner> make_task_runner() const")

namespace skerry {
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

/// The names of all members that the engine looks for in a problem. In a class that derives from this and
/// from a problem, a name is ambiguous if and only if the problem has a member of that name, too, of whatever
/// kind.
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
/// The type of a pointer to a member function, static or not.
template <typename Member>
concept Function =
    std::is_member_function_pointer_v<Member> || std::is_function_v<std::remove_pointer_t<Member>>;

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

/// Refuses a member of this name that is in another form, unless it is data of the object, which may have any
/// name.
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

/// Refuses a function of the name `near`, another spelling of the member's, where the member itself is not
/// there.
#define SKERRY_SPELLED(near, member, call)                                             \
  static_assert(has_##member || !has_genome ||                                         \
                    !(                                                                 \
                        requires { requires detail::Function<decltype(&P::near)>; } || \
                        requires { problem.near call; }),                              \
                #near "() of a problem is called " #member "()")

/// Refuses a function of the name `near` that can be called as the member would be, where the member itself
/// is not there; any other function of that name is a helper of the problem.
#define SKERRY_MEANT(near, member, call, result)                  \
  static_assert(                                                  \
      has_##member || !has_genome ||                              \
          !requires {                                             \
            { problem.near call } -> std::convertible_to<result>; \
          },                                                      \
      #near "() of a problem is called " #member "()")

/// Fails to compile, with a message that states the right form, if a problem lacks a needed member, has it in
/// another form, or has one of a near name, which the engine would ignore silently.
template <typename P>
struct RightMembers {
 private:
  using Mixed = detail::WithAskedNames<P>;
  using Genome = detail::GenomeOf<P>;

  // What the engine calls members with. Nothing defines these, since nothing is evaluated.
  static P& problem;
  static const P& constant;
  static const Genome& genome;
  static const Population<Genome>& population;
  static Genome& child;
  static Random& random;
  static Score& score;
  static double rate;
  static std::span<const Genome* const> genomes;
  static std::span<Score> scores;
  static std::span<double> values;
  static Evaluations<Original<P>>& evaluations;
  static std::uint64_t number;
  static std::vector<EvaluationRow>& rows;
  static const EvaluationServices& services;
  static Loci& loci;
  static std::string_view text;
  static const std::string& text_name;

  static constexpr bool has_genome = !std::same_as<Genome, detail::NoGenome>;
  static constexpr bool stock = StockGenome<Genome>;

  static constexpr bool bound_is_bounds = stock && !HasBounds<P> && !Bounds<P> && requires {
    { constant.bound() } -> std::convertible_to<typename detail::SpaceOf<Genome>::type>;
  };

    // Whether a member is there, in its right form.
#define SKERRY_IS_THERE(member, is_there, form) static constexpr bool has_##member = is_there;
  SKERRY_MEMBERS(SKERRY_IS_THERE)
#undef SKERRY_IS_THERE

  // Near names: other spellings, the singular or the plural, and what other libraries of the field call them.
  SKERRY_SPELLED(evaluateBatch, evaluate_batch, (genomes, scores));
  SKERRY_SPELLED(evaluate_batches, evaluate_batch, (genomes, scores));
  SKERRY_SPELLED(batch_evaluate, evaluate_batch, (genomes, scores));
  SKERRY_SPELLED(evaluate_all, evaluate_batch, (genomes, scores));
  SKERRY_SPELLED(evaluate_population, evaluate_batch, (genomes, scores));
  SKERRY_SPELLED(get_direction, direction, ());
  SKERRY_SPELLED(getDirection, direction, ());
  SKERRY_MEANT(Direction, direction, (), Direction);
  SKERRY_MEANT(directions, direction, (), Direction);
  SKERRY_MEANT(sense, direction, (), Direction);
  SKERRY_MEANT(optimization_direction, direction, (), Direction);
  SKERRY_MEANT(optimisation_direction, direction, (), Direction);
  SKERRY_MEANT(objective_direction, direction, (), Direction);
#define SKERRY_DIRECTION(near)                                 \
  static_assert(                                               \
      has_direction || !has_genome || !requires { &P::near; }, \
      #near " of a problem is said by direction(): skerry::Direction direction() const")
  SKERRY_DIRECTION(maximise);
  SKERRY_DIRECTION(maximize);
  SKERRY_DIRECTION(minimise);
  SKERRY_DIRECTION(minimize);
  SKERRY_MEANT(Sample, sample, (random), Genome);
  SKERRY_MEANT(samples, sample, (random), Genome);
  SKERRY_MEANT(sampling, sample, (random), Genome);
  SKERRY_MEANT(random_genome, sample, (random), Genome);
  SKERRY_MEANT(random_individual, sample, (random), Genome);
  SKERRY_MEANT(random_solution, sample, (random), Genome);
  SKERRY_MEANT(initial_genome, sample, (random), Genome);
  SKERRY_MEANT(create, sample, (random), Genome);
  SKERRY_MEANT(generate, sample, (random), Genome);
  SKERRY_MEANT(initialise, sample, (random), Genome);
  SKERRY_MEANT(initialize, sample, (random), Genome);
  SKERRY_MEANT(init, sample, (random), Genome);
  SKERRY_SPELLED(cross_over, crossover, (genome, genome, random));
  SKERRY_SPELLED(crossOver, crossover, (genome, genome, random));
  SKERRY_MEANT(Crossover, crossover, (genome, genome, random), Genome);
  SKERRY_MEANT(crossovers, crossover, (genome, genome, random), Genome);
  SKERRY_MEANT(cross, crossover, (genome, genome, random), Genome);
  SKERRY_MEANT(mate, crossover, (genome, genome, random), Genome);
  SKERRY_MEANT(recombine, crossover, (genome, genome, random), Genome);
  SKERRY_MEANT(recombination, crossover, (genome, genome, random), Genome);
  SKERRY_MEANT(combine, crossover, (genome, genome, random), Genome);
  SKERRY_MEANT(Mutate, mutate, (child, rate, random), void);
  SKERRY_MEANT(mutates, mutate, (child, rate, random), void);
  SKERRY_MEANT(mutation, mutate, (child, rate, random), void);
  SKERRY_SPELLED(crossoverInto, crossover_into, (genome, genome, child, random));
  SKERRY_SPELLED(cross_over_into, crossover_into, (genome, genome, child, random));
  SKERRY_SPELLED(cross_into, crossover_into, (genome, genome, child, random));
  SKERRY_SPELLED(crossoverPair, crossover_pair, (genome, genome, child, child, random));
  SKERRY_SPELLED(crossover_pairs, crossover_pair, (genome, genome, child, child, random));
  SKERRY_SPELLED(cross_over_pair, crossover_pair, (genome, genome, child, child, random));
  SKERRY_SPELLED(cross_pair, crossover_pair, (genome, genome, child, child, random));
  SKERRY_SPELLED(Repair, repair, (child, random));
  SKERRY_SPELLED(repairs, repair, (child, random));
  SKERRY_MEANT(heal, repair, (child, random), void);
  SKERRY_MEANT(make_feasible, repair, (child, random), void);
  SKERRY_MEANT(heal, repair, (child, evaluations, random), void);
  SKERRY_MEANT(make_feasible, repair, (child, evaluations, random), void);
  SKERRY_MEANT(Improve, improve, (child, score, evaluations, random), void);
  SKERRY_MEANT(improves, improve, (child, score, evaluations, random), void);
  SKERRY_MEANT(improvement, improve, (child, score, evaluations, random), void);
  SKERRY_MEANT(local_search, improve, (child, score, evaluations, random), void);
  SKERRY_MEANT(localSearch, improve, (child, score, evaluations, random), void);
  SKERRY_MEANT(hill_climb, improve, (child, score, evaluations, random), void);
  SKERRY_MEANT(refine, improve, (child, score, evaluations, random), void);
#define SKERRY_OPTIMISE(near)                                                                          \
  static_assert(has_improve || has_optimum || has_direction || !has_genome ||                          \
                    !(                                                                                 \
                        requires { requires detail::Function<decltype(&P::near)>; } ||                 \
                        requires { problem.near(child, score, evaluations, random); }),                \
                #near                                                                                  \
                "() of a problem is called improve() if it is a local search, optimum() if it is the " \
                "known optimum, and direction() if it says what is better")
  SKERRY_OPTIMISE(optimise);
  SKERRY_OPTIMISE(optimize);
  SKERRY_SPELLED(neighbor, neighbour, (child, random));
  SKERRY_MEANT(Neighbour, neighbour, (child, random), void);
  SKERRY_MEANT(Neighbor, neighbour, (child, random), void);
  SKERRY_MEANT(neighbours, neighbour, (child, random), void);
  SKERRY_MEANT(neighbors, neighbour, (child, random), void);
  SKERRY_MEANT(get_neighbour, neighbour, (child, random), void);
  SKERRY_MEANT(get_neighbor, neighbour, (child, random), void);
  SKERRY_MEANT(random_neighbour, neighbour, (child, random), void);
  SKERRY_MEANT(random_neighbor, neighbour, (child, random), void);
  SKERRY_MEANT(step, neighbour, (child, random), void);
  SKERRY_SPELLED(takeEvaluations, take_evaluations, ());
  SKERRY_SPELLED(take_evaluation, take_evaluations, ());
  SKERRY_MEANT(Distance, distance, (genome, genome), double);
  SKERRY_MEANT(distances, distance, (genome, genome), double);
  SKERRY_MEANT(metric, distance, (genome, genome), double);
  SKERRY_MEANT(genome_distance, distance, (genome, genome), double);
  SKERRY_MEANT(genotype_distance, distance, (genome, genome), double);
  SKERRY_MEANT(genotypic_distance, distance, (genome, genome), double);
  SKERRY_MEANT(dissimilarity, distance, (genome, genome), double);
  SKERRY_MEANT(Loci, loci, (genome, loci), void);
  SKERRY_MEANT(locus, loci, (genome, loci), void);
  SKERRY_MEANT(get_loci, loci, (genome, loci), void);
  SKERRY_MEANT(getLoci, loci, (genome, loci), void);
  SKERRY_MEANT(Describe, describe, (genome), std::string);
  SKERRY_MEANT(describes, describe, (genome), std::string);
  SKERRY_MEANT(description, describe, (genome), std::string);
  SKERRY_MEANT(get_description, describe, (genome), std::string);
  SKERRY_MEANT(Parse, parse, (text, text_name), Genome);
  SKERRY_MEANT(parses, parse, (text, text_name), Genome);
  SKERRY_MEANT(parse_genome, parse, (text, text_name), Genome);
  SKERRY_MEANT(from_text, parse, (text, text_name), Genome);
  SKERRY_MEANT(Judge, judge, (genome), std::vector<Verdict>);
  SKERRY_MEANT(judges, judge, (genome), std::vector<Verdict>);
  SKERRY_MEANT(judgement, judge, (genome), std::vector<Verdict>);
  SKERRY_MEANT(judgment, judge, (genome), std::vector<Verdict>);
  SKERRY_MEANT(verdict, judge, (genome), std::vector<Verdict>);
  SKERRY_MEANT(verdicts, judge, (genome), std::vector<Verdict>);
  SKERRY_MEANT(Explain, explain, (genome), std::string);
  SKERRY_MEANT(explains, explain, (genome), std::string);
  SKERRY_MEANT(explanation, explain, (genome), std::string);
  SKERRY_MEANT(Draw, draw, (&genome), std::string);
  SKERRY_MEANT(draws, draw, (&genome), std::string);
  SKERRY_MEANT(draw_svg, draw, (&genome), std::string);
  SKERRY_MEANT(drawSvg, draw, (&genome), std::string);
  SKERRY_MEANT(drawSVG, draw, (&genome), std::string);
  SKERRY_SPELLED(drawText, draw_text, (&genome));
  SKERRY_SPELLED(draw_texts, draw_text, (&genome));
  SKERRY_MEANT(Obstacle, obstacle, (), std::string);
  SKERRY_MEANT(obstacles, obstacle, (), std::string);
#define SKERRY_VALID(near)                                                                      \
  static_assert(                                                                                \
      has_valid || !has_genome ||                                                               \
          !requires {                                                                           \
            { problem.near(genome) } -> std::same_as<bool>;                                     \
          },                                                                                    \
      #near                                                                                     \
      "() of a problem is called valid() if it tells whether a genome belongs to the problem, " \
      "feasible or not; a helper of evaluate() has another name, such as is_feasible()")
  SKERRY_VALID(is_valid);
  SKERRY_VALID(isValid);
  SKERRY_VALID(Valid);
  SKERRY_SPELLED(get_optimum, optimum, ());
  SKERRY_SPELLED(getOptimum, optimum, ());
  SKERRY_MEANT(Optimum, optimum, (), std::optional<double>);
  SKERRY_MEANT(optima, optimum, (), std::optional<double>);
  SKERRY_MEANT(optimal, optimum, (), std::optional<double>);
  SKERRY_MEANT(optimal_fitness, optimum, (), std::optional<double>);
  SKERRY_MEANT(optimal_value, optimum, (), std::optional<double>);
  SKERRY_MEANT(known_optimum, optimum, (), std::optional<double>);
  SKERRY_MEANT(global_optimum, optimum, (), std::optional<double>);
  SKERRY_MEANT(best_known, optimum, (), std::optional<double>);
  SKERRY_MEANT(best_known_fitness, optimum, (), std::optional<double>);
  SKERRY_MEANT(best_fitness, optimum, (), std::optional<double>);
  SKERRY_MEANT(Bound, bound, (), double);
  SKERRY_MEANT(get_bound, bound, (), double);
  SKERRY_MEANT(getBound, bound, (), double);
  SKERRY_MEANT(fitness_bound, bound, (), double);
  SKERRY_SPELLED(get_bounds, bounds, ());
  SKERRY_SPELLED(getBounds, bounds, ());
  SKERRY_MEANT(Bounds, bounds, (), typename detail::SpaceOf<Genome>::type);
  SKERRY_MEANT(box, bounds, (), typename detail::SpaceOf<Genome>::type);
  SKERRY_MEANT(domain, bounds, (), typename detail::SpaceOf<Genome>::type);
  SKERRY_MEANT(limits, bounds, (), typename detail::SpaceOf<Genome>::type);
  SKERRY_MEANT(ranges, bounds, (), typename detail::SpaceOf<Genome>::type);
  SKERRY_MEANT(intervals, bounds, (), typename detail::SpaceOf<Genome>::type);
  SKERRY_MEANT(search_space, bounds, (), typename detail::SpaceOf<Genome>::type);
  SKERRY_SPELLED(fitnessUnit, fitness_unit, ());
  SKERRY_SPELLED(fitness_units, fitness_unit, ());
  SKERRY_SPELLED(fitnessunit, fitness_unit, ());
  SKERRY_SPELLED(get_fitness_unit, fitness_unit, ());
  SKERRY_SPELLED(getFitnessUnit, fitness_unit, ());
  SKERRY_MEANT(FitnessUnit, fitness_unit, (), std::string);
  SKERRY_MEANT(unit, fitness_unit, (), std::string);
  SKERRY_MEANT(units, fitness_unit, (), std::string);
  SKERRY_MEANT(unit_of_fitness, fitness_unit, (), std::string);
  SKERRY_MEANT(objective_unit, fitness_unit, (), std::string);
  SKERRY_MEANT(Objectives, objectives, (), std::vector<Objective>);
  SKERRY_MEANT(objective, objectives, (), std::vector<Objective>);
  SKERRY_MEANT(get_objectives, objectives, (), std::vector<Objective>);
  SKERRY_MEANT(getObjectives, objectives, (), std::vector<Objective>);
  SKERRY_MEANT(Features, features, (), std::vector<Feature>);
  SKERRY_MEANT(feature, features, (), std::vector<Feature>);
  SKERRY_MEANT(get_features, features, (), std::vector<Feature>);
  SKERRY_MEANT(getFeatures, features, (), std::vector<Feature>);
  SKERRY_MEANT(descriptors, features, (), std::vector<Feature>);
  SKERRY_MEANT(behaviours, features, (), std::vector<Feature>);
  SKERRY_MEANT(behaviors, features, (), std::vector<Feature>);
  SKERRY_SPELLED(knownFront, known_front, ());
  SKERRY_SPELLED(known_fronts, known_front, ());
  SKERRY_SPELLED(get_known_front, known_front, ());
  SKERRY_MEANT(KnownFront, known_front, (), std::vector<double>);
  SKERRY_MEANT(true_front, known_front, (), std::vector<double>);
  SKERRY_MEANT(pareto_front, known_front, (), std::vector<double>);
  SKERRY_MEANT(optimal_front, known_front, (), std::vector<double>);
  SKERRY_MEANT(reference_front, known_front, (), std::vector<double>);
  SKERRY_MEANT(Observe, observe, (population, values), void);
  SKERRY_MEANT(observes, observe, (population, values), void);
  SKERRY_MEANT(observer, observe, (population, values), void);
  SKERRY_MEANT(measure, observe, (population, values), void);
  SKERRY_MEANT(columns, observe, (population, values), void);
  static_assert(
      has_observe ||
          !requires {
            { problem.columns() } -> std::convertible_to<std::vector<Column>>;
          },
      "columns() of a problem needs observe() too: void observe(const skerry::Population<Genome>& "
      "population, std::span<double> values)");
  SKERRY_MEANT(Identity, identity, (), std::string);
  SKERRY_MEANT(identities, identity, (), std::string);
  SKERRY_MEANT(identifier, identity, (), std::string);
  SKERRY_MEANT(get_identity, identity, (), std::string);
  SKERRY_MEANT(getIdentity, identity, (), std::string);
  SKERRY_SPELLED(enterRun, enter_run, (number, 0));
  SKERRY_SPELLED(enters_run, enter_run, (number, 0));
  SKERRY_MEANT(EnterRun, enter_run, (number, 0), void);
  SKERRY_MEANT(begin_run, enter_run, (number, 0), void);
  SKERRY_MEANT(start_run, enter_run, (number, 0), void);
  SKERRY_MEANT(on_run, enter_run, (number, 0), void);
  SKERRY_MEANT(Use, use, (services), void);
  SKERRY_MEANT(uses, use, (services), void);
  SKERRY_MEANT(use_services, use, (services), void);
  SKERRY_MEANT(useServices, use, (services), void);
  SKERRY_SPELLED(takeEvaluationRows, take_evaluation_rows, (rows));
  SKERRY_SPELLED(take_evaluation_row, take_evaluation_rows, (rows));
  SKERRY_SPELLED(evaluation_rows, take_evaluation_rows, (rows));
  SKERRY_SPELLED(makeTaskRunner, make_task_runner, ());
  SKERRY_SPELLED(make_task_runners, make_task_runner, ());
  SKERRY_SPELLED(make_taskrunner, make_task_runner, ());
  SKERRY_SPELLED(create_task_runner, make_task_runner, ());
  SKERRY_SPELLED(get_task_runner, make_task_runner, ());
  SKERRY_SPELLED(task_runner, make_task_runner, ());
#define SKERRY_NAME(near)                                                              \
  static_assert(HasName<P> || !has_genome ||                                           \
                    !(                                                                 \
                        requires {                                                     \
                          { *&P::near } -> std::convertible_to<std::string_view>;      \
                        } ||                                                           \
                        requires {                                                     \
                          { problem.near() } -> std::convertible_to<std::string_view>; \
                        }),                                                            \
                #near " of a problem is called name: static constexpr std::string_view name")
  SKERRY_NAME(Name);
  SKERRY_NAME(NAME);
  SKERRY_NAME(problem_name);
  SKERRY_NAME(problemName);
  SKERRY_NAME(get_name);
  SKERRY_NAME(getName);

#define SKERRY_BOUNDS                                                                                     \
  "skerry::Stock<Genome>::Space bounds() const, which returns a skerry::Box<N> for skerry::Reals<N> and " \
  "SelfAdaptiveReals<N>, an IntegerBox<N> for Integers<N>, BitStrings<Genome> for Bits<Words>, "          \
  "Permutations<> for Permutation<> and Spaces<Genome> for Composite<A, B, ...>"

  // Members in another form.
  static_assert(!has_genome || HasName<P> || !SKERRY_HAS(name),
                "name of a problem is: static constexpr std::string_view name");
#define SKERRY_RIGHT_FORM(member, is_there, form) SKERRY_FORM(member, form);
  SKERRY_MEMBERS(SKERRY_RIGHT_FORM)
#undef SKERRY_RIGHT_FORM

  // Data that holds what a function should return. A plain number may be anything, and is let be where its
  // name does not say that it is a fitness.
  SKERRY_NO_DATA(direction, Direction, "skerry::Direction direction() const");
  SKERRY_NO_DATA(bounds, typename detail::SpaceOf<Genome>::type, SKERRY_BOUNDS);
  SKERRY_NO_DATA(optimum, std::optional<double>, "std::optional<double> optimum() const");
  SKERRY_NO_DATA(fitness_unit, std::string, "std::string fitness_unit() const");
  SKERRY_NO_DATA(identity, std::string, "std::string identity() const");
  SKERRY_NO_DATA(objectives, std::vector<Objective>, "std::vector<skerry::Objective> objectives() const");
  SKERRY_NO_DATA(features, std::vector<Feature>, "std::vector<skerry::Feature> features() const");

  // What each problem has.
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
  static_assert(!needs_bounds || SKERRY_HAS(bounds) || bound_is_bounds,
                "the values of this stock genome are not known; the problem has " SKERRY_BOUNDS);
  static_assert(!bound_is_bounds,
                "bound() of a problem is called bounds() where it returns the values of genes");

  static constexpr bool is_complete = CompleteProblem<P>;
  static_assert(
      !std::is_final_v<P> || is_complete || !Problem<P>,
      "a problem is no final class, since the engine derives from it to add what the problem leaves "
      "to the engine");

 public:
  /// Whether the engine can work with the problem.
  static constexpr bool value = Problem<P> && (!std::is_final_v<P> || is_complete);
};

#undef SKERRY_MEMBERS
#undef SKERRY_HAS
#undef SKERRY_FORM
#undef SKERRY_NO_DATA
#undef SKERRY_SPELLED
#undef SKERRY_MEANT
#undef SKERRY_STOCK_GENOMES
#undef SKERRY_BOUNDS
#undef SKERRY_DIRECTION
#undef SKERRY_OPTIMISE
#undef SKERRY_VALID
#undef SKERRY_NAME

}  // namespace skerry
