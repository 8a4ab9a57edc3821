#pragma once

#include "skerry/error.hpp"

#include <exception>
#include <functional>
#include <string>

namespace skerry {

class Communicator;

/// The exit status and the message of a process that met an exception.
struct Failure {
  ExitStatus status = ExitStatus::failed;
  std::string message;  ///< empty on ranks whose message another rank prints
};

/// Returns the failure that the exception being handled stands for.
Failure current_failure();
Failure failure_of(const std::exception_ptr& exception);
/// Throws UsageError, DataError or another Error, as the status says.
[[noreturn]] void throw_as(ExitStatus status, const std::string& message);

/// A failure that every rank knows of: all leave in good order with the same status.
struct AgreedFailure {
  Failure failure;
  std::string told = {};  ///< the message that is printed, on every rank
};

/// Runs `work` on every rank. Where it throws on any rank, all ranks throw AgreedFailure, and the first rank
/// that failed has the message. `work` itself makes no collective calls. Collective.
void collectively(Communicator& world, const std::function<void()>& work);

}  // namespace skerry
