#include "engine/communication/mpi_messages.hpp"

#include "engine/communication/binomial_tree.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace skerry {
namespace {

constexpr int tag = 0;

std::size_t largest(std::span<const BufferRange> ranges) {
  return std::ranges::max(ranges, {}, &BufferRange::count).count;
}

}  // namespace

void exchange_sparsely(MPI_Comm comm, RankService* service, std::size_t rank, const std::byte* outgoing,
                       std::span<const BufferRange> sends, std::byte* incoming,
                       std::span<const BufferRange> receives, std::size_t record_size_bytes) {
  const RecordType type(record_size_bytes, std::max(largest(sends), largest(receives)), "MPI_Isend", service);
  const std::size_t ranks = sends.size();
  const auto own = std::span(outgoing, (sends[rank].first + sends[rank].count) * record_size_bytes)
                       .subspan(sends[rank].first * record_size_bytes);
  std::ranges::copy(own, incoming + receives[rank].first * record_size_bytes);
  complete(service, [&](std::vector<MPI_Request>& requests) {
    // Each rank begins with its neighbours, so that no rank gets the first message of all others.
    for (std::size_t distance = 1; distance < ranks; ++distance) {
      const std::size_t source = (rank + ranks - distance) % ranks;
      const auto [first, count] = receives[source];
      if (count == 0) continue;
      check(MPI_Irecv(incoming + first * record_size_bytes, type.count(count), type.get(),
                      static_cast<int>(source), tag, comm, &requests.emplace_back()),
            "MPI_Irecv");
    }
    for (std::size_t distance = 1; distance < ranks; ++distance) {
      const std::size_t target = (rank + distance) % ranks;
      const auto [first, count] = sends[target];
      if (count == 0) continue;
      check(MPI_Isend(outgoing + first * record_size_bytes, type.count(count), type.get(),
                      static_cast<int>(target), tag, comm, &requests.emplace_back()),
            "MPI_Isend");
    }
  });
}

void gather_by_tree(MPI_Comm comm, RankService* service, std::size_t rank, const std::byte* mine,
                    std::span<const std::size_t> counts, std::byte* all, std::size_t record_size_bytes) {
  const BinomialTree tree(counts.size());
  std::vector<std::size_t> begin(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), begin.begin() + 1);
  const auto records_of = [&](std::size_t subtree) { return begin[tree.end_of(subtree)] - begin[subtree]; };
  const std::size_t total = records_of(rank);
  const RecordType type(record_size_bytes, total, "MPI_Irecv", service);
  std::vector<std::byte> own(rank == 0 ? 0 : total * record_size_bytes);
  std::byte* const held = rank == 0 ? all : own.data();
  std::copy_n(mine, counts[rank] * record_size_bytes, held);
  complete(service, [&](std::vector<MPI_Request>& requests) {
    for (const std::size_t child : tree.children_of(rank)) {
      const std::size_t records = records_of(child);
      if (records == 0) continue;
      check(MPI_Irecv(held + (begin[child] - begin[rank]) * record_size_bytes, type.count(records),
                      type.get(), static_cast<int>(child), tag, comm, &requests.emplace_back()),
            "MPI_Irecv");
    }
  });
  if (rank == 0 || total == 0) return;
  complete(service, [&](std::vector<MPI_Request>& requests) {
    check(MPI_Isend(held, type.count(total), type.get(), static_cast<int>(tree.parent_of(rank)), tag, comm,
                    &requests.emplace_back()),
          "MPI_Isend");
  });
}

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(ExitStatus::failed,
              std::string(call) + " failed: " + std::string(text.data(), static_cast<std::size_t>(length)));
}

}  // namespace skerry
