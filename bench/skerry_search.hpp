#pragma once

#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/detail/algorithms/make_island.hpp"

#include "contender.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

/// An island of the library as a contender. The environment variable RECORD=1 keeps a row of statistics for
/// each generation, as a run does. `Own` are parts that the program brings.
template <skerry::Problem P, typename... Own>
class SkerrySearch {
 public:
  SkerrySearch(P problem, const contender::Settings& settings, const skerry::OperatorSettings& operators,
               std::uint64_t seed, std::string_view selection = skerry::TournamentSelection::name)
      : population_(settings.population),
        island_(skerry::make_island(std::move(problem), genetic(settings, operators, selection), seed, 0,
                                    std::tuple<Own...>())) {
    island_->set_recording(std::getenv("RECORD") != nullptr);
    island_->initialise();
  }

  void evolve(std::uint64_t generations) {
    for (std::uint64_t left = generations; left > 0;) {
      const std::uint64_t epoch = std::min<std::uint64_t>(left, 10);
      island_->evolve(epoch);
      island_->forget();
      left -= epoch;
    }
    evaluations_ += generations * population_;
  }
  std::uint64_t evaluations() const { return evaluations_; }
  double best() const { return island_->best_key().cost; }

 private:
  static skerry::Genetic genetic(const contender::Settings& settings, skerry::OperatorSettings operators,
                                 std::string_view selection) {
    constexpr bool own = skerry::HasOwnMutation<P>;
    if (own) operators.gene_rate = settings.mutation_rate;
    return {.population = settings.population,
            .offspring = settings.population,
            .selection = std::string(selection),
            .tournament_size = settings.tournament_size,
            .tournament_win_rate = settings.tournament_win_rate,
            .crossover_rate = settings.crossover_rate,
            .mutation_rate = own ? 1 : settings.mutation_rate,
            .replacement = settings.plus ? "plus" : "generational",
            .elites = settings.elites,
            .keep_duplicates = true,
            .operators = operators};
  }

  std::uint64_t population_;
  std::unique_ptr<skerry::PopulationIsland<skerry::Complete<P>>> island_;
  std::uint64_t evaluations_ = 0;
};
