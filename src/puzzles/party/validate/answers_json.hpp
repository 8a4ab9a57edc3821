#pragma once

#include "puzzles/party/validate/validation.hpp"

#include <optional>

#include <nlohmann/json.hpp>

/// An optional value is null, or the value.
template <typename T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& to, const std::optional<T>& from) {
    if (from) {
      to = *from;
    } else {
      to = nullptr;
    }
  }
  static void from_json(const json& from, std::optional<T>& to) {
    if (from.is_null()) {
      to.reset();
    } else {
      to = from.get<T>();
    }
  }
};

namespace skerry::party {

// The answers as they are kept, with heroes by their numbers in the pool; `--json` shows them to users.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PriceAnswer, solvable, best, bound, proven)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CatalogueEntry, party, placements)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Solutions, teams, placements, complete, cut, catalogue_cut)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HeroShare, hero, share)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ValueShare, property, value, share)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PlayerAnswer, constructions, synergetic, feasible, attempts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OwnerAnswer, share, heroes, players, solving, all)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IslandHistory::NewBest, generation, island, fitness)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IslandHistory, generations, best, diversity, new_bests, individuals_sent,
                                   restarts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IslandsAnswer, count, generations, evaluations, party, history)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Clash::Relaxation, rule, bound, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Clash, rules, relaxations, irreducible)

}  // namespace skerry::party
