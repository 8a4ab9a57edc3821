#pragma once

#include <string>
#include <string_view>

#include <fmt/core.h>

namespace skerry::party {

/// What texts and pictures call a hero, heroes, a party and parties.
struct Naming {
  std::string hero = "hero";
  std::string heroes = "heroes";
  std::string party = "party";
  std::string parties = "parties";
};

/// Formats a text in which {hero}, {heroes}, {party} and {parties} stand for what the puzzle calls them.
template <typename... Values>
std::string said(const Naming& naming, std::string_view text, const Values&... values) {
  const auto hero = fmt::arg("hero", naming.hero), heroes = fmt::arg("heroes", naming.heroes),
             party = fmt::arg("party", naming.party), parties = fmt::arg("parties", naming.parties);
  return fmt::vformat(fmt::string_view(text.data(), text.size()),
                      fmt::make_format_args(values..., hero, heroes, party, parties));
}

}  // namespace skerry::party
