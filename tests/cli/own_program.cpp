// A user's program over a problem of his own, with as little as a problem needs. On the rank FAILING_RANK it
// throws after some evaluations, as a fault in the field would. EVALUATION_MS says how long an evaluation
// takes.
#include "skerry/main.hpp"

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

struct Guess {
  using Genome = std::uint32_t;

  skerry::Direction direction() const { return skerry::Direction::minimise; }
  Genome sample(skerry::Random& random) const { return random.below(1000); }
  skerry::Score evaluate(Genome genome) {
    if (failing && ++evaluations == 500) throw std::runtime_error("the 500th evaluation fails");
    if (evaluation_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(evaluation_ms));
    return {0, static_cast<double>(genome)};
  }
  Genome crossover(Genome a, Genome b, skerry::Random& random) const { return random.chance(0.5) ? a : b; }
  void mutate(Genome& genome, double rate, skerry::Random& random) const {
    if (random.chance(rate)) genome = random.below(1000);
  }

  static bool asked_to_fail() {
    const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
    const char* wanted = std::getenv("FAILING_RANK");
    return wanted != nullptr &&
           (std::string(wanted) == "all" || std::string(wanted) == (rank != nullptr ? rank : "0"));
  }

  static int asked_to_take_ms() {
    const char* asked = std::getenv("EVALUATION_MS");
    return asked != nullptr ? std::atoi(asked) : 0;
  }

  bool failing = asked_to_fail();
  int evaluation_ms = asked_to_take_ms();
  std::uint64_t evaluations = 0;
};

int main(int argc, char** argv) {
  return skerry::main<Guess>(argc, argv);
}
