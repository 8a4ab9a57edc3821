// The genomes of this problem are no flat records, so that they travel and are saved one by one. On the rank
// BRITTLE_RANK, storing genome number BRITTLE_RECORD throws, in the middle of a migration or of a checkpoint.
#include "skerry/main.hpp"

#include "programs.hpp"

#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/serialization/vector.hpp>

namespace {

std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

bool fails_here() {
  std::string rank = variable("OMPI_COMM_WORLD_RANK");
  if (rank.empty()) rank = variable("PMI_RANK");  // as MPICH calls it
  return variable("BRITTLE_RANK") == (rank.empty() ? "0" : rank);
}

struct Digits {
  std::vector<int> digits;

  friend bool operator==(const Digits&, const Digits&) = default;

  template <typename Archive>
  void serialize(Archive& archive, unsigned /*version*/) {
    static const int last = fails_here() ? std::atoi(variable("BRITTLE_RECORD").c_str()) : 0;
    static int stored = 0;
    if (Archive::is_saving::value && ++stored == last) throw std::runtime_error("a genome can't be stored");
    archive& digits;
  }
};

struct Sum {
  using Genome = Digits;

  skerry::Direction direction() const { return skerry::Direction::maximise; }
  Genome sample(skerry::Random& random) const {
    Digits genome{std::vector<int>(20)};
    for (int& digit : genome.digits) digit = static_cast<int>(random.below(10));
    return genome;
  }
  skerry::Score evaluate(const Genome& genome) const {
    return {0, std::accumulate(genome.digits.begin(), genome.digits.end(), 0.0)};
  }
  Genome crossover(const Genome& a, const Genome& b, skerry::Random& random) const {
    Genome child = a;
    for (std::size_t i = random.below(20); i < child.digits.size(); ++i) child.digits[i] = b.digits[i];
    return child;
  }
  void mutate(Genome& genome, double rate, skerry::Random& random) const {
    for (int& digit : genome.digits) {
      if (random.chance(rate)) digit = static_cast<int>(random.below(10));
    }
  }
};

}  // namespace

int brittle_program(int argc, char** argv) {
  return skerry::main<Sum>(argc, argv);
}
