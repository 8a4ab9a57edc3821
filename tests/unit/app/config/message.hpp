#pragma once

#include <string>

namespace skerry {

/// Returns the message of the exception E that `action` throws, or "no error" if it throws nothing.
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
