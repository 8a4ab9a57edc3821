#pragma once

#include "skerry/error.hpp"

#include <exception>
#include <functional>
#include <string>

namespace skerry {

class Communicator;

/// How a process that met an exception ends, and what it says.
struct Failure {
  ExitStatus status = ExitStatus::failed;
  std::string message;  ///< empty on ranks that leave the word to another
};

/// Of the exception that is being handled.
Failure current_failure();
Failure failure_of(const std::exception_ptr& exception);

/// A failure that every rank knows of: all leave in good order with the same status.
struct AgreedFailure {
  Failure failure;
  std::string told = {};  ///< the message, on every rank
};

/// Runs `work` on every rank. Where it throws on any, all throw AgreedFailure, and the first that failed has
/// the message. Collective; `work` itself makes no collective calls.
void collectively(Communicator& world, const std::function<void()>& work);

}  // namespace skerry
