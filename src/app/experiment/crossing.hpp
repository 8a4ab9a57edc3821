#pragma once

#include "skerry/app/settings.hpp"

#include "app/experiment/description.hpp"

#include <string>
#include <vector>

namespace skerry {

/// A variant of the file on one of its instances.
struct Pairing {
  std::string instance;  ///< its name; empty where the file has no instances
  std::string variant;   ///< its name, or the label of one that has no name
  Variant made;          ///< without its figures and the point of the grid, which are added later
};

/// Returns all pairs of an instance and a variant, the last changing fastest, without the pairs that are left
/// out. Settings are those of the experiment, then of the instance, of the variant, and of the exceptions in
/// their order. Throws UsageError, also where no pair is left and for more than 100,000 pairs.
std::vector<Pairing> cross(const Settings& experiment, const std::vector<Command>& commands);

}  // namespace skerry
