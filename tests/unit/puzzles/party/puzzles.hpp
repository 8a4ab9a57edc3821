#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <string>
#include <string_view>

#include <fmt/core.h>

namespace skerry::party {

inline constexpr std::string_view small_pool =
    "id,name,race,faith,roles,level,price\n"
    "a,Ada,elf,sun,mage;healer,80,500\n"
    "b,Bo,elf,moon,tank,70,300\n"
    "c,Cy,orc,sun,tank,60,200\n"
    "d,Di,orc,moon,mage,90,700\n"
    "e,Ed,elf,sun,healer,75,400\n"
    "f,Fi,gnome,sea,tank;mage,65,250\n";

inline constexpr std::string_view small_puzzle = R"(name = "small"
[pool]
file = "heroes.csv"
name = "name"
many = ["roles"]
[formation]
names = ["front", "middle", "back"]
edges = [[0, 1], [1, 2]]
[[formation.restriction]]
node = 0
property = "roles"
value = "tank"
[objective]
property = "price"
[synergy]
at_least = 0.5
traits = ["race", "faith"]
curve = [0, 0.5, 1]
[[requirement]]
kind = "average"
property = "level"
at_least = 70
[[requirement]]
kind = "count"
property = "race"
value = "elf"
at_least = 2
)";

// Prices are 13 x level - 500, only e is more expensive: three heroes with 210 levels cost at least 1230.
inline constexpr std::string_view lined_pool =
    "id,name,race,faith,roles,level,price\n"
    "a,Ada,elf,sun,mage,80,540\n"
    "b,Bo,elf,sun,tank,70,410\n"
    "c,Cy,orc,sun,tank,60,280\n"
    "d,Di,orc,moon,mage,90,700\n"
    "e,Ed,elf,sun,healer,75,500\n";

inline constexpr std::string_view lined_proof =
    "[optimum]\nfitness = 1230\nbase = -500\nmultipliers = [13, 0]\nparty = [\"c\", \"b\", \"a\"]\n";

/// Reads a puzzle and its pool from texts.
inline Puzzle read_texts(std::string_view puzzle, std::string_view pool = small_pool) {
  Files files;
  files.replace({{"dir/puzzle.toml", std::string(puzzle)}, {"dir/heroes.csv", std::string(pool)}});
  return read_puzzle("dir/puzzle.toml", files);
}

/// Returns the text with one part replaced.
inline std::string with(std::string_view text, std::string_view from, std::string_view to) {
  std::string changed(text);
  const std::size_t at = changed.find(from);
  if (at == std::string::npos) return fmt::format("the text has no {}", from);
  return changed.replace(at, from.size(), to);
}

}  // namespace skerry::party
