#pragma once

#include "skerry/random.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// The traits of a generated hero, which synergy counts, too.
enum Trait : std::size_t { race, religion, nation, hometown, hero_class, trait_count };
using Traits = std::array<std::uint32_t, trait_count>;

inline constexpr std::array race_names = {"human", "elf",    "dwarf", "orc",     "goblin", "halfling",
                                          "gnome", "troll",  "ogre",  "centaur", "faun",   "naga",
                                          "giant", "kobold", "fae",   "dryad"};
constexpr std::uint32_t elf = 1;

/// The correlations of traits: peoples, lands and faiths that go together. They are drawn once for each pool.
/// Each race has two nations, religions and classes of its own, and each nation two religions and all of its
/// hometowns. A hero's nation, religion and class are among those with a probability that grows with
/// `together`; else they are drawn from all.
class World {
 public:
  /// `together` lies in [0, 1]. At 0 nation, religion and class are independent of each other and of the
  /// race; at 0.5 the nation follows from the race with probability 0.35, the religion from race or nation
  /// with 0.2 each, the class from the race with 0.2; at 1 the nation and the class always follow from the
  /// race, and the religion from race or nation with 0.5 each. In between, the probabilities are linear.
  World(double together, Random& random);

  /// Draws the traits of one hero.
  Traits sample(Random& random) const;
  std::string_view name(Trait trait, std::uint32_t value) const;
  static std::string hero_name(Random& random);

 private:
  using Pair = std::array<std::uint32_t, 2>;
  double nation_follows_, religion_follows_, class_follows_;  // the religion: the race, and again the nation
  std::vector<Pair> nations_of_race_, religions_of_race_, classes_of_race_, religions_of_nation_;
  std::vector<std::string> hometowns_;
};

}  // namespace skerry::party
