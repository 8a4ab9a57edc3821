#include "skerry/fronts/front_measures.hpp"

#include "skerry/fronts/indicators.hpp"

namespace skerry {
namespace {

constexpr std::size_t most_objectives = 4;

}  // namespace

FrontMeasures::FrontMeasures(const std::vector<Objective>& objectives, std::span<const double> known_front)
    : objectives_(objectives.size()) {
  for (const Objective& objective : objectives) {
    if (objective.reference) reference_.push_back(minimised(objective, *objective.reference));
  }
  if (reference_.size() < objectives.size() || objectives.size() > most_objectives) reference_.clear();
  for (std::size_t i = 0; i < known_front.size(); ++i)
    known_front_.push_back(minimised(objectives[i % objectives_], known_front[i]));
}

double FrontMeasures::hypervolume(std::span<const double> rows) {
  return reference_.empty() || rows.empty() ? 0 : hypervolume_.measure({rows, objectives_}, reference_);
}

double FrontMeasures::igd_plus(std::span<const double> rows) const {
  if (known_front_.empty() || rows.empty()) return 0;
  return skerry::igd_plus({rows, objectives_}, {known_front_, objectives_});
}

}  // namespace skerry
