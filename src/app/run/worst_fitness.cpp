#include "app/run/worst_fitness.hpp"

#include "skerry/app/settings.hpp"

namespace skerry {

std::optional<double> worst_fitness_of(const std::string& configuration) {
  const Settings island =
      Settings::parse(configuration, "configuration", Settings::Kind::data).table("island");
  return island.has("worst_fitness") ? std::optional(island.number("worst_fitness")) : std::nullopt;
}

}  // namespace skerry
