#pragma once

#include "skerry/detail/algorithms/differential_evolution_island.hpp"
#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/measures.hpp"
#include "skerry/score.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/evaluator.hpp"
#include "puzzles/external/genome.hpp"
#include "puzzles/external/protocol.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace skerry {

template <>
inline constexpr auto detail::search_space<external::RealGenome> = SearchSpace::reals;
template <>
inline constexpr auto detail::search_space<external::Measured<external::RealGenome>> = SearchSpace::reals;

}  // namespace skerry

namespace skerry::external {

/// A problem whose fitness other programs compute. What it can do depends on the genome.
template <std::derived_from<Genome> G>
class ProblemOver {
  using Space = std::conditional_t<std::derived_from<G, RealGenome>, RealSpace, external::Space>;

 public:
  using Genome = G;

  explicit ProblemOver(Declaration declaration)
      : evaluator_(std::make_shared<const Declaration>(std::move(declaration))),
        space_(evaluator_.declaration().space) {}

  void enter_run(std::uint64_t seed, std::uint32_t island) { evaluator_.enter_run(seed, island); }
  void use(const EvaluationServices& services) { evaluator_.use(services); }
  const Space& bounds() const { return space_; }
  Direction direction() const { return evaluator_.declaration().direction; }
  std::string fitness_unit() const { return evaluator_.declaration().unit; }

  Score evaluate(const G& genome) {
    const G* const one = &genome;
    Score score;
    evaluate_batch({&one, 1}, {&score, 1});
    return score;
  }

  void evaluate_batch(std::span<const G* const> genomes, std::span<Score> scores) {
    std::vector<std::string> texts(genomes.size());
    for (std::size_t i = 0; i < genomes.size(); ++i) append_json(space_, *genomes[i], texts[i]);
    std::vector<Scored> found = evaluator_.evaluate(std::move(texts));
    for (std::size_t i = 0; i < found.size(); ++i) {
      scores[i] = found[i].score;
      if constexpr (requires { genomes[i]->measures; }) genomes[i]->measures = std::move(found[i].measures);
    }
  }

  /// Returns the tally of one island for obstacle_of(), which makes the text for people.
  std::string obstacle() const { return evaluator_.obstacle(); }
  /// Returns the failures of all islands, with the first reason of each kind.
  static std::string obstacle_of(std::span<const std::string> islands) {
    Tally all;
    for (const std::string& island : islands) all.add(island);
    return all.summary();
  }
  void take_evaluation_rows(std::vector<EvaluationRow>& rows) { evaluator_.take_evaluation_rows(rows); }
  std::shared_ptr<TaskRunner> make_task_runner() const { return evaluator_.make_task_runner(); }

 protected:
  const Declaration& declaration() const { return evaluator_.declaration(); }

 private:
  OutsideEvaluator evaluator_;
  Space space_;
};

/// A problem that declares objectives or features.
template <std::derived_from<Genome> G>
class MeasuringProblem : public ProblemOver<Measured<G>> {
 public:
  using ProblemOver<Measured<G>>::ProblemOver;

  std::vector<Objective> objectives() const { return this->declaration().objectives; }
  std::vector<Feature> features() const { return this->declaration().features; }
  void objectives(const Measured<G>& genome, std::span<double> values) const { copy(genome, 0, values); }
  void features(const Measured<G>& genome, std::span<double> values) const {
    copy(genome, this->declaration().objectives.size(), values);
  }

 private:
  /// What could not be evaluated measures nothing.
  static void copy(const Measured<G>& genome, std::size_t first, std::span<double> values) {
    if (genome.measures.size() < first + values.size()) {
      std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    } else {
      std::ranges::copy(std::span(genome.measures).subspan(first, values.size()), values.begin());
    }
  }
};

using ExternalProblem = ProblemOver<Genome>;

}  // namespace skerry::external
