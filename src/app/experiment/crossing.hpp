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
  Variant made;          ///< with its figures and the point of the grid still to come
};

/// All instances with all variants, the last changing fastest, less the pairs that are left out; settings are
/// the experiment's, then the instance's, the variant's, and those of the exceptions in their order. Throws
/// UsageError, also where nothing is left to run and for more than 100,000 pairs.
std::vector<Pairing> cross(const Settings& experiment, const std::vector<Command>& commands);

}  // namespace skerry
