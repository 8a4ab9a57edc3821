#include "app/report/kept_solutions.hpp"

#include "skerry/fronts/hypervolume.hpp"

#include "app/terminal/console.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace {

/// The most solutions whose hypervolume takes less than a second, by the number of objectives.
constexpr std::size_t most_measured(std::size_t objectives) {
  switch (objectives) {
    case 1:
    case 2:
      return 1'000'000;
    case 3:
      return 20'000;
    case 4:
      return 500;
    default:
      return 0;
  }
}

std::optional<double> hypervolume_of(const SetDescription& description, const SolutionSet& set) {
  const std::vector<Objective>& objectives = description.objectives;
  const bool bounded = std::ranges::all_of(
      objectives, [](const Objective& objective) { return objective.reference.has_value(); });
  if (!bounded || set.size() > most_measured(objectives.size())) return std::nullopt;
  const auto minimised = [&](double value, std::size_t at) {
    return objectives[at].direction == Direction::minimise ? value : -value;
  };
  std::vector<double> reference;
  for (std::size_t i = 0; i < objectives.size(); ++i)
    reference.push_back(minimised(*objectives[i].reference, i));
  std::vector<double> rows;
  for (std::size_t i = 0; i < set.values.size(); ++i)
    rows.push_back(minimised(set.values[i], i % objectives.size()));
  return Hypervolume().measure(ObjectiveRows{rows, objectives.size()}, reference);
}

std::vector<KeptSolutions::Extremes> extremes_of(const SetDescription& description, const SolutionSet& set) {
  std::vector<KeptSolutions::Extremes> extremes;
  const std::size_t width = description.objectives.size();
  for (std::size_t at = 0; at < width && set.size() > 0; ++at) {
    KeptSolutions::Extremes one{description.objectives[at], set.values[at], set.values[at]};
    for (std::size_t i = at; i < set.values.size(); i += width) {
      one.least = std::min(one.least, set.values[i]);
      one.most = std::max(one.most, set.values[i]);
    }
    extremes.push_back(std::move(one));
  }
  return extremes;
}

std::optional<double> qd_score_of(const SolutionSet& set, Direction direction, std::optional<double> worst) {
  if (!worst && direction == Direction::minimise) return std::nullopt;
  const double worst_cost = key_of({0, worst.value_or(0)}, direction).cost;
  double sum = 0;
  for (const Key& key : set.keys) sum += std::max(worst_cost - key.cost, 0.0);
  return sum;
}

std::string line(const std::string& name, std::size_t width, const std::string& text) {
  return fmt::format("{:<{}}{}\n", name, width, text);
}

}  // namespace

KeptSolutions kept_solutions(const SetDescription& description, const SolutionSet& set, Direction direction,
                             std::optional<double> worst_fitness) {
  KeptSolutions kept{.kind = description.kind, .solutions = set.size()};
  if (kept.kind == SetKind::front) {
    kept.hypervolume = hypervolume_of(description, set);
    kept.extremes = extremes_of(description, set);
  } else if (kept.kind == SetKind::map) {
    kept.cells = description.cells;
    kept.qd_score = qd_score_of(set, direction, worst_fitness);
  }
  return kept;
}

std::string kept_words(const KeptSolutions& kept) {
  if (kept.kind == SetKind::front) {
    const std::string text = fmt::format("{} solution{} that no other dominates", grouped(kept.solutions),
                                         kept.solutions == 1 ? "" : "s");
    return kept.hypervolume ? fmt::format("{}, hypervolume {}", text, number_text(*kept.hypervolume)) : text;
  }
  if (kept.kind == SetKind::none) return {};
  const std::string text = fmt::format("{} of {} cells", grouped(kept.solutions), grouped(kept.cells));
  return kept.qd_score ? fmt::format("{}, QD-score {}", text, number_text(*kept.qd_score)) : text;
}

std::string kept_text(const KeptSolutions& kept, std::size_t width) {
  if (kept.kind == SetKind::none) return {};
  std::string text = line(kept.kind == SetKind::map ? "map" : "front", width, kept_words(kept));
  for (const auto& [objective, least, most] : kept.extremes) {
    text += line("", width,
                 fmt::format("{}: {} to {}{}{}", objective.name, number_text(least), number_text(most),
                             objective.unit.empty() ? "" : " ", objective.unit));
  }
  return text;
}

std::string where_kept(const KeptSolutions& kept, const std::string& trace) {
  if (kept.kind == SetKind::none) return {};
  const bool map = kept.kind == SetKind::map;
  return fmt::format("in /{} of the trace; `skerry-analysis plot --kind {} {}` draws {}",
                     map ? "archive" : "front", map ? "map" : "front", trace, map ? "the map" : "them");
}

void add_kept(nlohmann::ordered_json& json, const KeptSolutions& kept) {
  json["front"] = nullptr;
  json["map"] = nullptr;
  if (kept.kind == SetKind::front) {
    auto objectives = nlohmann::ordered_json::array();
    for (const auto& [objective, least, most] : kept.extremes) {
      objectives.push_back(
          {{"name", objective.name}, {"unit", objective.unit}, {"least", least}, {"most", most}});
    }
    json["front"] = {{"solutions", kept.solutions}, {"hypervolume", nullptr}, {"objectives", objectives}};
    if (kept.hypervolume) json["front"]["hypervolume"] = *kept.hypervolume;
  } else if (kept.kind == SetKind::map) {
    json["map"] = {{"filled", kept.solutions},
                   {"cells", kept.cells},
                   {"coverage", static_cast<double>(kept.solutions) / static_cast<double>(kept.cells)},
                   {"qd_score", nullptr}};
    if (kept.qd_score) json["map"]["qd_score"] = *kept.qd_score;
  }
}

}  // namespace skerry
