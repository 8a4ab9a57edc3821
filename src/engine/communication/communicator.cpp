#include "engine/communication/communicator.hpp"

#include <new>
#include <numeric>

namespace skerry {

std::vector<std::vector<std::byte>> Communicator::gather_buffers(std::span<const std::byte> mine) {
  std::vector<std::size_t> sizes(size_);
  allgather(mine.size(), std::span(sizes));
  std::vector<std::byte> all(rank_ == 0 ? std::reduce(sizes.begin(), sizes.end()) : 0);
  gather_records(mine.data(), sizes, all.data(), 1);
  if (rank_ != 0) return {};
  std::vector<std::vector<std::byte>> buffers;
  auto next = all.begin();
  for (const std::size_t size : sizes) {
    const auto end = next + static_cast<std::ptrdiff_t>(size);
    buffers.emplace_back(next, end);
    next = end;
  }
  return buffers;
}

std::span<const BufferRange> Communicator::in_order(std::span<const std::size_t> counts) {
  in_order_.clear();
  std::size_t first = 0;
  for (const std::size_t count : counts) in_order_.push_back({std::exchange(first, first + count), count});
  return in_order_;
}

Failure current_failure() {
  try {
    throw;
  } catch (const Error& error) {
    return {error.status(), error.what(), error.facts()};
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
    std::string kind = rank == world.rank() ? mine->facts.kind : "";
    world.broadcast(told, rank);
    world.broadcast(kind, rank);
    if (rank == world.rank()) throw AgreedFailure{*mine, told};
    throw AgreedFailure{{found, {}, {.kind = kind}}, told};
  }
}

}  // namespace skerry
