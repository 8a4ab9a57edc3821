// The input is a puzzle file (its pool is "heroes.csv"), a line "----", then the pool. It is read, compiled,
// and used.
#include "skerry/app/settings.hpp"

#include "fuzz.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/search/problem.hpp"

namespace skerry::fuzz::of_puzzle {
namespace {

using namespace party;
using Genome = PartyProblem::Genome;

bool alike(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// Compares the board's running totals with the reference evaluation, and reads the text form back.
void expect_sound(PartyProblem& problem, const Genome& genome) {
  const auto party = problem.party(genome);
  require(std::ranges::all_of(party, [&](auto hero) { return hero < problem.puzzle().pool.size(); }),
          "a hero from beyond the pool");
  const Score fast = problem.evaluate(genome);
  const Score plain = score(problem.puzzle(), party);
  require(std::isfinite(fast.fitness) && fast.violation >= 0, "a score that is no score");
  require(alike(fast.fitness, plain.fitness), "board and referee differ in fitness");
  require(alike(fast.violation, plain.violation), "board and referee differ in violation");
  require(!problem.judge(genome).empty(), "a party without a verdict");
  const std::vector<FeatureMeasure> measures = features_of(problem.puzzle());
  std::vector<double> values(measures.size());
  problem.features(genome, values);
  for (std::size_t i = 0; i < values.size(); ++i)
    require(alike(values[i], measured(problem.puzzle(), measures[i].measure, party)),
            "a feature and its reference differ");
  for (const std::string& text : {problem.describe(genome), problem.draw_text(&genome)}) {
    try {
      if (problem.parse(text, "described.txt") != genome) report("read back as another party:\n" + text);
    } catch (const Error& error) {
      report(std::string("can't read back what was described: ") + error.what() + "\n" + text);
    }
  }
}

void play(PartyProblem& problem, Random random) {
  const Genome first = problem.sample(random);
  expect_sound(problem, first);
  const Genome second = problem.sample(random);
  Genome child = problem.crossover(first, second, random);
  problem.mutate(child, 0.5, random);
  expect_sound(problem, child);
  const Genome mutant = child;
  problem.repair(child, random);
  expect_sound(problem, child);
  Score score = problem.evaluate(child);
  problem.improve(child, score, 50, random);
  expect_sound(problem, child);
  require(problem.distance(mutant, child) <= 1, "a distance above 1");
  problem.obstacle();
  require(problem.draw(&child).ends_with("</svg>\n"), "a picture without an end");
}

void run(std::string_view input) {
  const std::string puzzle(take_part(input));
  accepted([&] {
    Files files;
    files.replace({{"dir/puzzle.toml", puzzle}, {"dir/heroes.csv", std::string(input)}});
    const auto roster = std::make_shared<const Roster>(read_puzzle("dir/puzzle.toml", files));
    for (const bool indexed : {true, false}) {
      const VariationSettings variation{
          .crossover = indexed ? CrossoverKind::two_point : CrossoverKind::uniform,
          .mutated_return = !indexed};
      PartyProblem problem(roster, {.indexed = indexed, .guided = true, .attempts = 3, .cheapest_of = 2},
                           variation);
      play(problem, Random(puzzle.size()));
    }
  });
}

}  // namespace

const Target target("puzzle", run);

}  // namespace skerry::fuzz::of_puzzle
