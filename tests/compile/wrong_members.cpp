// tests/compile/run.sh compiles this file once for each CASE; the comment below a case is what the compiler
// must print.
#include "skerry/complete_problem.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/genomes/reals.hpp"

#include <optional>
#include <span>
#include <vector>

struct Tour {
  using Genome = skerry::Permutation<9>;
  double evaluate(const Genome&) const { return 0; }
#if CASE == 0
  // This case compiles: the members are right, and data may have any name.
  std::optional<double> optimum() const {
    return 0;
  }
  std::vector<double> distance;
  std::vector<skerry::Objective> objectives() const {
    return {{.name = "length"}};
  }
  void objectives(const Genome&, std::span<double>) const {}
  std::vector<skerry::Feature> features() const {
    return {{.name = "turns"}};
  }
  void features(const Genome&, std::span<double>) const {}
  std::vector<double> known_front() const {
    return {};
  }
#elif CASE == 1
  // optimum() of a problem is: std::optional<double> optimum() const
  double optimum() const {
    return 0;
  }
#elif CASE == 2
  // neighbour() of a problem is: void neighbour(Genome&, skerry::Random&)
  void neighbour(Genome) const {}
#elif CASE == 3
  // since its evaluations would not be counted
  void improve(Genome&, skerry::Score&, std::uint64_t, skerry::Random&) const {}
#elif CASE == 4
  // distance() of a problem is: double distance(const Genome&, const Genome&)
  double distance(const Genome&) const {
    return 0;
  }
  double distance(int) const {
    return 0;
  }
#elif CASE == 5
  // crossover() of a problem is: Genome crossover(const Genome&, const Genome&, skerry::Random&)
  Genome crossover(const Genome& a, const Genome&) const {
    return a;
  }
#elif CASE == 6
  // direction() of a problem is: skerry::Direction direction() const
  bool direction() const {
    return true;
  }
#elif CASE == 7
  // bounds() of a problem is: skerry::Stock<Genome>::Space bounds() const
  int bounds() const {
    return 9;
  }
#elif CASE == 8
  // describe() of a problem is: std::string describe(const Genome&)
  template <typename T>
  int describe(T) const {
    return 0;
  }
#elif CASE == 9
  // heal() of a problem is called repair() since skerry 0.2.0
  void heal(Genome&, skerry::Random&) const {}
#elif CASE == 10
  // step() of a problem is called neighbour() since skerry 0.2.0
  void step(Genome&, skerry::Random&) const {}
#elif CASE == 11
  // loci() of a problem is: void loci(const Genome&, skerry::Loci&)
  std::vector<int> loci(const Genome&) const {
    return {};
  }
#elif CASE == 12
  // objectives() of a problem is two members: std::vector<skerry::Objective> objectives() const, and void
  std::vector<skerry::Objective> objectives() const {
    return {};
  }
#elif CASE == 13
  // features() of a problem is two members: std::vector<skerry::Feature> features() const, and void
  void features(const Genome&, std::span<double>) const {}
#elif CASE == 14
  // known_front() of a problem is: std::vector<double> known_front() const, and objectives() is to be
  std::vector<double> known_front() const {
    return {};
  }
#endif
};

int main() {
  auto tour = skerry::completed(Tour{});
  return static_cast<int>(tour.evaluate({}).fitness);
}
