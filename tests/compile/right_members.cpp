// wrong_members.cpp includes this file, which gives no error: members that are right, and data of any name.
#include "skerry/evolve.hpp"
#include "skerry/genomes.hpp"
#include "skerry/main.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct Tour {
  static constexpr std::string_view name = "tour";
  using Genome = skerry::Permutation<9>;
  double evaluate(const Genome&) const { return 0; }
  std::optional<double> optimum() const { return 0; }
  std::vector<skerry::Objective> objectives() const { return {{.name = "length"}}; }
  void objectives(const Genome&, std::span<double>) const {}
  std::vector<skerry::Feature> features() const { return {{.name = "turns"}}; }
  void features(const Genome&, std::span<double>) const {}
  std::vector<double> known_front() const { return {}; }
  std::vector<skerry::Column> columns() const { return {{.name = "turns"}}; }
  void observe(const skerry::Population<Genome>&, std::span<double>) {}

  std::vector<std::vector<double>> distance;
  double bound = 5.12;
  std::map<int, int> identity;
  std::vector<int> obstacle;
};

// Other forms that a member may have: of a base class, static, a template, callable data.
struct Base {
  std::string fitness_unit() const { return "N"; }
};
struct Formed : Base {
  using Genome = skerry::BitString<9>;
  template <typename T>
  float evaluate(const T&) const {
    return 0;
  }
  static double distance(const Genome&, const Genome&) { return 0; }
  std::string describe(Genome) { return ""; }
  void neighbour(auto&, skerry::Random&) const {}
  static std::vector<skerry::Command> commands() { return {}; }
};

// All operators of its own, so that the values of the stock genome need no bounds, and a final class.
struct Guess final {
  using Genome = skerry::Integers<3>;
  skerry::Score evaluate(const Genome&) const { return {}; }
  skerry::Direction direction() const { return skerry::Direction::minimise; }
  Genome sample(skerry::Random&) const { return {}; }
  Genome crossover(const Genome& a, const Genome&, skerry::Random&) const { return a; }
  void mutate(Genome&, double, skerry::Random&) const {}
  double distance = 1;
};

static_assert(skerry::RightMembers<Tour>::value && skerry::RightMembers<Formed>::value &&
              skerry::RightMembers<Guess>::value);

// What a program brings besides its problem: parts, which need no more than their members, and settings.
struct First {
  static constexpr std::string_view name = "first";
  void prepare(std::span<const skerry::Key> keys) { size = keys.size(); }
  std::uint32_t pick(skerry::Random&) { return 0; }
  std::size_t size = 0;
};
struct KeepsParents {
  static constexpr std::string_view name = "keeps_parents";
  void replace(auto& /*population*/, auto& /*children*/, auto& /*next*/, skerry::Random&) const {}
};

int brought(int argc, char** argv) {
  return skerry::main<Guess>(
      argc, argv,
      {.topologies = {skerry::ring}, .on_epoch = [](const skerry::Epoch& epoch) { return epoch.epoch < 9; }},
      First{}, KeepsParents{});
}

int main(int argc, char** argv) {
  return skerry::run_program(argc, argv, {skerry::module_of<Formed>()});
}
