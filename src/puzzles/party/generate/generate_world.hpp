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

constexpr std::uint32_t most_nations = 40;
constexpr std::uint32_t most_religions = 20;

/// How many values the traits have, and how strongly they go together. Each race has two nations, religions
/// and classes of its own, and each nation one or two religions and all of its hometowns.
struct WorldSettings {
  std::uint32_t nations = 20;            ///< 2 to most_nations
  std::uint32_t hometowns = 12;          ///< of each nation; 1 or more
  std::uint32_t religions = 20;          ///< 2 to most_religions
  double nation_follows_race = 0;        ///< the probability that the nation is one of the race's
  double religion_follows_race = 0;      ///< and the religion; with the next two at most 1 together
  double religion_follows_nation = 0;    ///< that it is one of the nation's
  double religion_of_all = 0;            ///< that it is the first one, whatever race and nation
  double class_follows_race = 0;         ///< that the class is one of the race's
  std::uint32_t religions_a_nation = 2;  ///< 1 or 2
  bool small_hometowns = true;  ///< whether later hometowns of a nation have fewer heroes than the first ones
};

/// The correlations of traits: peoples, lands and faiths that go together. They are drawn once for each pool.
class World {
 public:
  /// `together` lies in [0, 1]. At 0 nation, religion and class are independent of each other and of the
  /// race; at 0.5 the nation follows from the race with probability 0.35, the religion from race or nation
  /// with 0.2 each, the class from the race with 0.2; at 1 the nation and the class always follow from the
  /// race, and the religion from race or nation with 0.5 each. In between, the probabilities are linear.
  World(double together, Random& random);
  World(const WorldSettings& settings, Random& random);

  /// Draws the traits of one hero.
  Traits sample(Random& random) const;
  std::string_view name(Trait trait, std::uint32_t value) const;
  static std::string hero_name(Random& random);

 private:
  using Pair = std::array<std::uint32_t, 2>;
  WorldSettings settings_;
  std::vector<Pair> nations_of_race_, religions_of_race_, classes_of_race_, religions_of_nation_;
  std::vector<std::string> hometowns_;
};

}  // namespace skerry::party
