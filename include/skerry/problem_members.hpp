#pragma once

#include "skerry/problem.hpp"

#include <type_traits>

namespace skerry {
namespace detail {

/// The names of all members that the engine looks for in a problem. In a class that derives from this and
/// from a problem, a name is ambiguous if and only if the problem has a member of that name, too, of whatever
/// kind.
struct AskedNames {
  int evaluate_batch, direction, sample, crossover, mutate, bounds, crossover_into, crossover_pair, repair,
      improve, neighbour, take_evaluations, distance, loci, identity, describe, parse, judge, explain, draw,
      draw_text, obstacle, valid, optimum, bound, fitness_unit, objectives, features, known_front, enter_run,
      use, take_evaluation_rows;
};
template <typename P>
struct WithAskedNames : P, AskedNames {};
template <typename P>
requires std::is_final_v<P>
struct WithAskedNames<P> : AskedNames {
};

/// Tells whether a member is the problem's own data, which may have any name.
template <typename Member>
constexpr bool is_data = std::is_member_object_pointer_v<Member>;

/// A problem with members that version 0.1.0 expected under another name.
template <typename P>
concept HasFormerRepair = requires(P& problem, typename P::Genome& genome, Random& random) {
  problem.heal(genome, random);
};
template <typename P>
concept HasFormerNeighbour = requires(P& problem, typename P::Genome& genome, Random& random) {
  problem.step(genome, random);
};

}  // namespace detail

/// Fails to compile if a problem has a member function with a name that the engine looks for, but of another
/// type; otherwise the engine would ignore it silently. The message names the member and states the right
/// form.
template <typename P>
struct RightMembers {
  using Mixed = detail::WithAskedNames<P>;

  static_assert(!detail::HasFormerRepair<P>, "heal() of a problem is called repair() since skerry 0.2.0");
  static_assert(!detail::HasFormerNeighbour<P>,
                "step() of a problem is called neighbour() since skerry 0.2.0");
  static_assert(
      requires { &Mixed::evaluate_batch; } ||
          requires { requires detail::is_data<decltype(&P::evaluate_batch)>; } || EvaluatesBatch<P>,
      "evaluate_batch() of a problem is: void evaluate_batch(std::span<const Genome* const> genomes, "
      "std::span<skerry::Score> scores)");
  static_assert(
      requires { &Mixed::direction; } || requires { requires detail::is_data<decltype(&P::direction)>; } ||
          HasDirection<P>,
      "direction() of a problem is: skerry::Direction direction() const");
  static_assert(
      requires { &Mixed::sample; } || requires { requires detail::is_data<decltype(&P::sample)>; } ||
          Samples<P>,
      "sample() of a problem is: Genome sample(skerry::Random&)");
  static_assert(
      requires { &Mixed::crossover; } || requires { requires detail::is_data<decltype(&P::crossover)>; } ||
          Crosses<P>,
      "crossover() of a problem is: Genome crossover(const Genome&, const Genome&, skerry::Random&)");
  static_assert(
      requires { &Mixed::mutate; } || requires { requires detail::is_data<decltype(&P::mutate)>; } ||
          Mutates<P>,
      "mutate() of a problem is: void mutate(Genome&, double rate, skerry::Random&)");
  static_assert(
      requires { &Mixed::bounds; } || requires { requires detail::is_data<decltype(&P::bounds)>; } ||
          HasBounds<P> || !StockGenome<typename P::Genome>,
      "bounds() of a problem is: skerry::Stock<Genome>::Space bounds() const, which is a skerry::Box<N> for "
      "skerry::Reals<N>");
  static_assert(
      requires { &Mixed::crossover_into; } ||
          requires { requires detail::is_data<decltype(&P::crossover_into)>; } || CrossesInPlace<P>,
      "crossover_into() of a problem is: void crossover_into(const Genome&, const Genome&, Genome& child, "
      "skerry::Random&)");
  static_assert(
      requires { &Mixed::crossover_pair; } ||
          requires { requires detail::is_data<decltype(&P::crossover_pair)>; } || CrossesInPairs<P>,
      "crossover_pair() of a problem is: void crossover_pair(const Genome&, const Genome&, Genome& first, "
      "Genome& second, skerry::Random&)");
  static_assert(
      requires { &Mixed::repair; } || requires { requires detail::is_data<decltype(&P::repair)>; } ||
          Repairs<P>,
      "repair() of a problem is: void repair(Genome&, skerry::Evaluations<P>&, skerry::Random&), or void "
      "repair(Genome&, skerry::Random&) where it evaluates nothing");
  static_assert(
      requires { &Mixed::improve; } || requires { requires detail::is_data<decltype(&P::improve)>; } ||
          Improves<P>,
      "improve() of a problem is: void improve(Genome&, skerry::Score&, skerry::Evaluations<P>&, "
      "skerry::Random&); with std::uint64_t budget instead of skerry::Evaluations<P>& it needs "
      "take_evaluations() too, since its evaluations would not be counted");
  static_assert(
      requires { &Mixed::neighbour; } || requires { requires detail::is_data<decltype(&P::neighbour)>; } ||
          HasNeighbour<P>,
      "neighbour() of a problem is: void neighbour(Genome&, skerry::Random&)");
  static_assert(
      requires { &Mixed::take_evaluations; } ||
          requires { requires detail::is_data<decltype(&P::take_evaluations)>; } || CountsEvaluations<P>,
      "take_evaluations() of a problem is: std::uint64_t take_evaluations()");
  static_assert(
      requires { &Mixed::distance; } || requires { requires detail::is_data<decltype(&P::distance)>; } ||
          HasDistance<P>,
      "distance() of a problem is: double distance(const Genome&, const Genome&)");
  static_assert(
      requires { &Mixed::loci; } || requires { requires detail::is_data<decltype(&P::loci)>; } || HasLoci<P>,
      "loci() of a problem is: void loci(const Genome&, skerry::Loci&)");
  static_assert(
      requires { &Mixed::describe; } || requires { requires detail::is_data<decltype(&P::describe)>; } ||
          Describes<P>,
      "describe() of a problem is: std::string describe(const Genome&)");
  static_assert(
      requires { &Mixed::parse; } || requires { requires detail::is_data<decltype(&P::parse)>; } || Parses<P>,
      "parse() of a problem is: Genome parse(std::string_view text, const std::string& name)");
  static_assert(
      requires { &Mixed::judge; } || requires { requires detail::is_data<decltype(&P::judge)>; } || Judges<P>,
      "judge() of a problem is: std::vector<skerry::Verdict> judge(const Genome&)");
  static_assert(
      requires { &Mixed::explain; } || requires { requires detail::is_data<decltype(&P::explain)>; } ||
          Explains<P>,
      "explain() of a problem is: std::string explain(const Genome&)");
  static_assert(
      requires { &Mixed::draw; } || requires { requires detail::is_data<decltype(&P::draw)>; } || Draws<P>,
      "draw() of a problem is: std::string draw(const Genome*) const, and draw_text() is to be there too");
  static_assert(
      requires { &Mixed::draw_text; } || requires { requires detail::is_data<decltype(&P::draw_text)>; } ||
          Draws<P>,
      "draw_text() of a problem is: std::string draw_text(const Genome*) const, and draw() is to be there "
      "too");
  static_assert(
      requires { &Mixed::obstacle; } || requires { requires detail::is_data<decltype(&P::obstacle)>; } ||
          NamesObstacle<P>,
      "obstacle() of a problem is: std::string obstacle() const");
  static_assert(
      requires { &Mixed::valid; } || requires { requires detail::is_data<decltype(&P::valid)>; } ||
          Validates<P>,
      "valid() of a problem is: bool valid(const Genome&) const");
  static_assert(
      requires { &Mixed::optimum; } || requires { requires detail::is_data<decltype(&P::optimum)>; } ||
          HasOptimum<P>,
      "optimum() of a problem is: std::optional<double> optimum() const");
  static_assert(
      requires { &Mixed::bound; } || requires { requires detail::is_data<decltype(&P::bound)>; } || Bounds<P>,
      "bound() of a problem is: double bound() const");
  static_assert(
      requires { &Mixed::fitness_unit; } ||
          requires { requires detail::is_data<decltype(&P::fitness_unit)>; } || HasFitnessUnit<P>,
      "fitness_unit() of a problem is: std::string fitness_unit() const");

  static_assert(
      requires { &Mixed::objectives; } || requires { requires detail::is_data<decltype(&P::objectives)>; } ||
          HasObjectives<P>,
      "objectives() of a problem is two members: std::vector<skerry::Objective> objectives() const, and void "
      "objectives(const Genome&, std::span<double> values)");
  static_assert(
      requires { &Mixed::features; } || requires { requires detail::is_data<decltype(&P::features)>; } ||
          HasFeatures<P>,
      "features() of a problem is two members: std::vector<skerry::Feature> features() const, and void "
      "features(const Genome&, std::span<double> values)");
  static_assert(
      requires { &Mixed::known_front; } ||
          requires { requires detail::is_data<decltype(&P::known_front)>; } || HasKnownFront<P>,
      "known_front() of a problem is: std::vector<double> known_front() const, and objectives() is to be "
      "there too");
  static_assert(
      requires { &Mixed::identity; } || requires { requires detail::is_data<decltype(&P::identity)>; } ||
          HasIdentity<P>,
      "identity() of a problem is: std::string identity() const");

  static_assert(
      requires { &Mixed::enter_run; } || requires { requires detail::is_data<decltype(&P::enter_run)>; } ||
          EntersRun<P>,
      "enter_run() of a problem is: void enter_run(std::uint64_t seed, std::uint32_t island)");

  static_assert(
      requires { &Mixed::use; } || requires { requires detail::is_data<decltype(&P::use)>; } ||
          UsesServices<P>,
      "use() of a problem is: void use(const skerry::EvaluationServices&)");

  static_assert(
      requires { &Mixed::take_evaluation_rows; } ||
          requires { requires detail::is_data<decltype(&P::take_evaluation_rows)>; } || ReportsEvaluations<P>,
      "take_evaluation_rows() of a problem is: void take_evaluation_rows(std::vector<skerry::EvaluationRow>& "
      "rows)");

  static constexpr bool value = true;
};

}  // namespace skerry
