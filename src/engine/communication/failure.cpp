#include "engine/communication/failure.hpp"

#include "engine/communication/communicator.hpp"

#include <new>
#include <optional>
#include <vector>

namespace skerry {

Failure current_failure() {
  try {
    throw;
  } catch (const Error& error) {
    return {error.status(), error.what()};
  } catch (const std::bad_alloc&) {
    return {ExitStatus::failed, "out of memory"};
  } catch (const std::exception& error) {
    return {ExitStatus::failed, error.what()};
  } catch (...) {
    return {ExitStatus::failed, "an exception that is no std::exception"};
  }
}

Failure failure_of(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (...) {
    return current_failure();
  }
}

void throw_as(ExitStatus status, const std::string& message) {
  if (status == ExitStatus::usage) throw UsageError(message);
  if (status == ExitStatus::bad_data) throw DataError(message);
  throw Error(status, message);
}

void collectively(Communicator& world, const std::function<void()>& work) {
  std::optional<Failure> mine;
  try {
    work();
  } catch (const std::exception&) {
    mine = current_failure();
  }
  const int status = static_cast<int>(mine ? mine->status : ExitStatus::done);
  std::vector<int> statuses(world.size());
  world.allgather(status, std::span(statuses));
  for (std::size_t rank = 0; rank < statuses.size(); ++rank) {
    const auto found = static_cast<ExitStatus>(statuses[rank]);
    if (found == ExitStatus::done) continue;
    std::string told = rank == world.rank() ? mine->message : "";
    world.broadcast(told, rank);
    throw AgreedFailure{{found, rank == world.rank() ? told : ""}, told};
  }
}

}  // namespace skerry
