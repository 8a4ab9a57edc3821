#pragma once

#include "app/config/configuration.hpp"
#include "support/testing.hpp"

namespace skerry {

/// Returns the configuration of a text, as if it were the file configs/a.toml. Throws what reading a file
/// throws.
inline Configuration bound(std::string_view text) {
  const Settings settings = Settings::parse(text, "configs/a.toml", Settings::Kind::configuration);
  Configuration configuration = bind_configuration(settings);
  settings.reject_unknown_keys();
  return configuration;
}

/// Returns the message of the UsageError that the text ends in.
inline std::string refusal_of(std::string_view text) {
  return message_of<UsageError>([&] { bound(text); });
}

}  // namespace skerry
