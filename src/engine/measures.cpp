#include "skerry/measures.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace skerry {
namespace {

template <typename Named>
void check_names(const std::vector<Named>& list, std::string_view what) {
  std::set<std::string_view> names;
  for (const Named& one : list) {
    if (one.name.empty()) throw UsageError("a problem has " + std::string(what) + " without a name");
    if (!names.insert(one.name).second)
      throw UsageError("a problem has " + std::string(what) + " named \"" + one.name + "\" twice");
  }
}

}  // namespace

Feature whole_number_feature(std::string name, std::uint64_t least, std::uint64_t most) {
  return {.name = std::move(name),
          .least = static_cast<double>(least) - 0.5,
          .most = static_cast<double>(most) + 0.5,
          .cells = most - least + 1};
}

Feature categorical_feature(std::string name, std::vector<std::string> categories) {
  Feature feature = whole_number_feature(std::move(name), 0, categories.empty() ? 0 : categories.size() - 1);
  feature.categories = std::move(categories);
  return feature;
}

void check_objectives(const std::vector<Objective>& objectives) {
  check_names(objectives, "an objective");
  for (const Objective& objective : objectives) {
    if (objective.reference && !std::isfinite(*objective.reference))
      throw UsageError("the reference of objective \"" + objective.name + "\" is not a finite number");
  }
}

void check_features(const std::vector<Feature>& features) {
  if (features.empty()) throw UsageError("a problem names no feature; a map has at least 1");
  check_names(features, "a feature");
  for (const Feature& feature : features) {
    if (!std::isfinite(feature.most - feature.least) || !(feature.least < feature.most)) {
      throw UsageError("feature \"" + feature.name + "\" reaches from " + exact_text(feature.least) + " to " +
                       exact_text(feature.most) + "; it reaches from a finite number to a larger one");
    }
    if (feature.cells == 0) throw UsageError("feature \"" + feature.name + "\" has no cells");
  }
}

}  // namespace skerry
