// This is a user's program in the pattern of docs/evolve.md, and it fails: `failing_program HOW RANKS`, where
// RANKS are those that fail, such as "all" or "1,3". Ranks that do not fail wait for the others.
#include "skerry/evolve.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/threads.hpp"

#include "programs.hpp"

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

struct FailingOnes {
  using Genome = skerry::BitString<40>;

  bool failing = false;
  int evaluations = 0;

  double evaluate(const Genome& /*bits*/) {
    if (failing && ++evaluations == 500) throw std::runtime_error("the 500th evaluation fails");
    return 1;
  }
};

bool fails(const std::string& ranks, std::size_t rank) {
  std::istringstream words(ranks);
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "all" || word == std::to_string(rank)) return true;
  }
  return false;
}

void evolve_ones(bool failing, const skerry::Mpi& mpi, const skerry::MigrationSettings& migration = {}) {
  FailingOnes problem;
  problem.failing = failing;
  skerry::evolve(problem, {.migration = migration, .stop = {.generations = 60}}, mpi);
}

void fail_without_a_handler() noexcept {
  throw skerry::UsageError("nobody catches this");
}

}  // namespace

int failing_program(int argc, char** argv) try {
  const skerry::Mpi mpi(argc, argv);
  const std::string how = argc > 1 ? argv[1] : "";
  const bool failing = argc > 2 && fails(argv[2], mpi.rank());
  if (how == "settings" && failing) skerry::Algorithm(skerry::Genetic{.mutation_rate = 1.4});
  if (how == "outside" && failing) {
    std::cout << "before the failure, without an end of the line";
    throw std::logic_error("a failure outside of evolve");
  }
  if (how == "uncaught" && failing) fail_without_a_handler();
  if (how == "integer" && failing) throw 7;
  if (how == "threads") {
    skerry::on_threads(3, [&](const skerry::Mpi& islands) { evolve_ones(islands.rank() == 1, islands); });
  }
  if (how == "both") {
    skerry::on_threads(mpi, 7, [&](const skerry::Mpi& islands) {
      // Islands wait for each other in their groups, too, which may span ranks.
      evolve_ones(fails(argv[2], islands.rank()), islands, {.every = 2, .group = 3});
    });
  }
  if (how == "inner") {
    try {
      evolve_ones(failing, mpi);
    } catch (const std::exception& error) {
      if (mpi.first()) std::cerr << "caught: " << error.what() << '\n';
    }
    evolve_ones(false, mpi);
    if (mpi.first()) std::cout << "the program went on\n";
    return 0;
  }
  evolve_ones(how == "evaluation" && failing, mpi);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "failing: " << error.what() << '\n';
  return 3;
}
