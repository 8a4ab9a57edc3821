#pragma once

#include "skerry/app/settings.hpp"

#include <string>

namespace skerry {

/// Returns the problem that the keys of a configuration describe, all of which it must know.
template <class P>
P configured(const std::string& keys, Files&& files = {}) {
  const Settings settings = Settings::parse(keys, "run.toml", Settings::Kind::configuration);
  P problem(settings, files);
  settings.reject_unknown_keys();
  return problem;
}

}  // namespace skerry
