// This runs skerry's nsga2 on problems with several objectives, with its default operators ("defaults"), the
// published ones ("published"), or these with reference directions ("directions"). With the last letters
// "_rows", statistics of every generation are kept.
#include "skerry/detail/algorithms/make_island.hpp"

#include "fronts.hpp"
#include "puzzles/landscapes/test_fronts.hpp"

namespace {

skerry::Nsga2 settings_of(std::string_view settings, const fronts::Problem& problem) {
  skerry::Nsga2 made{.population = fronts::population, .offspring = fronts::population};
  made.operators.crossover = "sbx";
  made.operators.mutation = "polynomial";
  if (settings.starts_with("defaults")) return made;
  const fronts::Operators chosen = fronts::published(problem);
  made.crossover_rate = chosen.crossover_rate;
  made.operators.sbx_eta = chosen.sbx_eta;
  made.operators.gene_rate = chosen.gene_rate;
  made.operators.polynomial_eta = chosen.polynomial_eta;
  if (settings.starts_with("directions")) made.niches = skerry::NicheKind::directions;
  return made;
}

template <typename P>
fronts::Result solved(const P& problem, const skerry::Nsga2& settings, bool rows, std::uint64_t seed) {
  const auto island = skerry::make_island(problem, settings, seed, 0);
  island->set_recording(rows);
  fronts::Result result;
  result.seconds = fronts::seconds_of([&] {
    island->initialise();
    island->evolve(fronts::generations);
  });
  result.evaluations = std::uint64_t{fronts::population} * (1 + fronts::generations);
  const auto objectives = island->objectives();
  result.rows.assign(objectives.begin(), objectives.end());
  result.archive = island->solution_set().values;
  return result;
}

fronts::Result run(std::string_view name, const fronts::Problem& problem, std::uint64_t seed) {
  using skerry::dtlz::Dtlz;
  using skerry::zdt::Zdt;
  const skerry::Nsga2 settings = settings_of(name, problem);
  const bool rows = name.ends_with("_rows");
  if (problem.objectives > 2)
    return solved(Dtlz(Dtlz::Kind::dtlz2, problem.objectives, problem.dimension), settings, rows, seed);
  const Zdt::Kind kind = problem.number == 6 ? Zdt::Kind::zdt6 : static_cast<Zdt::Kind>(problem.number - 1);
  return solved(Zdt(kind, problem.dimension), settings, rows, seed);
}

}  // namespace

int main(int argc, char** argv) {
  return fronts::measure(argc, argv, run);
}
