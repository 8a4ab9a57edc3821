#pragma once

#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

/// What the solutions that a run keeps besides its populations amount to.
struct KeptSolutions {
  struct Extremes {
    Objective objective;
    double least = 0;
    double most = 0;
  };

  SetKind kind = SetKind::none;
  std::uint64_t solutions = 0;
  std::optional<double> hypervolume = {};  ///< of a front, up to the references, if each objective has one
  std::vector<Extremes> extremes = {};     ///< of the objectives of a front that is not empty
  std::uint64_t cells = 0;                 ///< of a map
  std::optional<double> qd_score = {};     ///< of a map whose solutions have a worst fitness
};

/// Returns what a set amounts to. From `worst_fitness` the QD-score counts; without one there is none if the
/// problem minimises, and it is 0 if the problem maximises. The hypervolume of more than four objectives, and
/// of so many solutions that it would take seconds, is left out.
KeptSolutions kept_solutions(const SetDescription& description, const SolutionSet& set, Direction direction,
                             std::optional<double> worst_fitness);
/// Returns lines for people, each named in a column of that width: "front", "price", or "map". Empty where
/// nothing is kept.
std::string kept_text(const KeptSolutions& kept, std::size_t width);
/// Returns the same in a few words: "812 of 1,000 cells, QD-score 1234.5".
std::string kept_words(const KeptSolutions& kept);
/// Returns where the solutions are, and the command that draws them; empty where nothing is kept.
std::string where_kept(const KeptSolutions& kept, const std::string& trace);
/// Adds the keys "front" and "map"; the one that is not kept is null.
void add_kept(nlohmann::ordered_json& json, const KeptSolutions& kept);

}  // namespace skerry
