#pragma once

#include <string>

namespace skerry {

/// What `action` throws as E; "no error" where it throws nothing.
template <typename E, typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace skerry
