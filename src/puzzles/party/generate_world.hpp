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
class World {
 public:
  explicit World(Random& random);

  /// Draws the traits of one hero.
  Traits sample(Random& random) const;
  std::string_view name(Trait trait, std::uint32_t value) const;
  static std::string hero_name(Random& random);

 private:
  using Pair = std::array<std::uint32_t, 2>;
  std::vector<Pair> nations_of_race_, religions_of_race_, classes_of_race_, religions_of_nation_;
  std::vector<std::string> hometowns_;
};

}  // namespace skerry::party
