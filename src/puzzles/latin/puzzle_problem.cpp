#include "puzzles/latin/puzzle_problem.hpp"

#include "puzzles/grid/grid.hpp"

#include <algorithm>
#include <stdexcept>

namespace skerry::latin {
namespace {

const PuzzleQuantity& quantity_named(std::span<const PuzzleQuantity> known, std::string_view name) {
  const auto found = std::ranges::find(known, name, &PuzzleQuantity::name);
  if (found == known.end()) throw std::out_of_range("unknown quantity " + std::string(name));
  return *found;
}

std::vector<std::string_view> names_of(std::span<const PuzzleQuantity> quantities, bool features) {
  std::vector<std::string_view> names;
  for (const PuzzleQuantity& each : quantities) {
    const bool feature_only =
        each.quantity == Quantity::hardest_inference || each.quantity == Quantity::rating;
    if (features || !feature_only) names.push_back(each.name);
  }
  return names;
}

std::vector<PuzzleQuantity> read_list(const Settings& table, std::string_view key,
                                      std::span<const PuzzleQuantity> known,
                                      const std::vector<PuzzleQuantity>& fallback) {
  if (!table.has(key)) return fallback;
  const auto names = names_of(known, key == "features");
  std::vector<PuzzleQuantity> chosen;
  for (const std::size_t index : chosen_names(table, key, names, {}))
    chosen.push_back(quantity_named(known, names[index]));
  return chosen;
}

}  // namespace

double value_of(Quantity quantity, const PuzzleMeasures& measures) {
  switch (quantity) {
    case Quantity::clues:
      return measures.clues;
    case Quantity::givens:
      return measures.givens;
    case Quantity::hints:
      return measures.clues + measures.givens;
    case Quantity::unpaired:
      return measures.unpaired;
    case Quantity::difficulty:
      return measures.difficulty;
    case Quantity::rating:
      return measures.rating;
    default:
      return measures.level;
  }
}

PuzzleChoice choice_of(std::span<const PuzzleQuantity> known, std::string_view fitness,
                       std::span<const std::string_view> features,
                       std::span<const std::string_view> objectives) {
  PuzzleChoice choice{.fitness = quantity_named(known, fitness), .features = {}, .objectives = {}};
  for (const std::string_view name : features) choice.features.push_back(quantity_named(known, name));
  for (const std::string_view name : objectives) choice.objectives.push_back(quantity_named(known, name));
  return choice;
}

PuzzleChoice read_choice(const Settings& table, std::span<const PuzzleQuantity> known,
                         const PuzzleChoice& fallback) {
  const auto names = names_of(known, false);
  return {.fitness = quantity_named(known, table.choice("fitness", fallback.fitness.name, names)),
          .features = read_list(table, "features", known, fallback.features),
          .objectives = read_list(table, "objectives", known, fallback.objectives)};
}

std::vector<Feature> features_of(const PuzzleChoice& choice, std::span<const std::string_view> levels) {
  std::vector<Feature> described;
  for (const PuzzleQuantity& axis : choice.features) {
    if (axis.quantity == Quantity::rating) {
      described.push_back({.name = std::string(axis.name),
                           .least = static_cast<double>(axis.least),
                           .most = static_cast<double>(axis.most),
                           .cells = 2 * (axis.most - axis.least)});
      continue;
    }
    described.push_back(
        axis.quantity == Quantity::hardest_inference
            ? categorical_feature(std::string(axis.name), {levels.begin(), levels.end()})
            : count_feature(std::string(axis.name), unit_of(axis.quantity), axis.least, axis.most));
  }
  return described;
}

std::vector<Objective> objectives_of(const PuzzleChoice& choice, std::uint32_t hints) {
  std::vector<Objective> described;
  for (const PuzzleQuantity& each : choice.objectives) {
    const Direction direction = direction_of(each.quantity);
    described.push_back({.name = std::string(each.name),
                         .unit = unit_of(each.quantity),
                         .direction = direction,
                         .reference = direction == Direction::minimise ? hints + 1.0 : -1.0});
  }
  return described;
}

std::string unit_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::clues:
      return "clues";
    case Quantity::givens:
      return "givens";
    case Quantity::hints:
    case Quantity::unpaired:
      return "hints";
    case Quantity::difficulty:
      return "cells";
    default:
      return "";
  }
}

}  // namespace skerry::latin
