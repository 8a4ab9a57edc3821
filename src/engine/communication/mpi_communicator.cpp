#include "engine/communication/mpi_communicator.hpp"

#include "engine/communication/channel.hpp"
#include "engine/communication/check.hpp"
#include "engine/communication/collective_costs.hpp"
#include "engine/communication/environment.hpp"
#include "engine/communication/mpi_channel.hpp"
#include "engine/communication/mpi_messages.hpp"
#include "engine/communication/mpi_record_type.hpp"
#include "engine/communication/mpi_shared_memory.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include <sched.h>

namespace skerry {

namespace {

/// Carries out a collective call. Where waiting ranks are to yield their core, it is the form that only
/// starts the work. Open MPI yields by itself, and is told so when it starts.
template <typename Call, typename Start, typename... Arguments>
void collective(const char* name, Call call, [[maybe_unused]] Start start, Arguments... arguments) {
#ifndef OPEN_MPI
  static const bool yields = waiting_ranks_yield();
  if (yields) {
    MPI_Request request = MPI_REQUEST_NULL;
    check(start(arguments..., &request), name);
    for (int done = 0; done == 0;) {
      check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), name);
      if (done == 0) sched_yield();
    }
    return;
  }
#endif
  check(call(arguments...), name);
}

std::size_t sum(std::span<const std::size_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::size_t extent(std::span<const BufferRange> ranges) {
  std::size_t end = 0;
  for (const BufferRange& range : ranges) end = std::max(end, range.first + range.count);
  return end;
}

void fill_in_order(std::span<const std::size_t> records, const RecordType& type, std::vector<int>& counts,
                   std::vector<int>& offsets) {
  counts.resize(records.size());
  offsets.resize(records.size());
  std::size_t offset = 0;
  for (std::size_t r = 0; r < records.size(); ++r) {
    counts[r] = type.count(records[r]);
    offsets[r] = type.count(offset);
    offset += records[r];
  }
}

void fill(std::span<const BufferRange> ranges, const RecordType& type, std::vector<int>& counts,
          std::vector<int>& offsets) {
  counts.resize(ranges.size());
  offsets.resize(ranges.size());
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    counts[r] = type.count(ranges[r].count);
    offsets[r] = type.count(ranges[r].first);
  }
}

}  // namespace

MpiCommunicator::MpiCommunicator(MPI_Comm comm, std::size_t sparse_from_ranks)
    : sparse_from_ranks_(sparse_from_ranks) {
  check(MPI_Comm_dup(comm, &comm_), "MPI_Comm_dup");
  adopt();
}

MpiCommunicator::MpiCommunicator(const MpiCommunicator& parent, std::size_t colour)
    : sparse_from_ranks_(parent.sparse_from_ranks_) {
  check(MPI_Comm_split(parent.comm_, to_int(colour, "MPI_Comm_split"), 0, &comm_), "MPI_Comm_split");
  adopt();
}

void MpiCommunicator::adopt() {
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  int rank = 0;
  int size = 0;
  check(MPI_Comm_rank(comm_, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(comm_, &size), "MPI_Comm_size");
  rank_ = static_cast<std::size_t>(rank);
  size_ = static_cast<std::size_t>(size);
}

std::size_t MpiCommunicator::node() {
  MPI_Comm here = MPI_COMM_NULL;
  check(MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  std::size_t first = rank_;
  const int code = MPI_Bcast(&first, sizeof(first), MPI_BYTE, 0, here);
  MPI_Comm_free(&here);
  check(code, "MPI_Bcast");
  return first;
}

MpiCommunicator::~MpiCommunicator() {
  MPI_Comm_free(&comm_);
}

std::unique_ptr<Communicator> MpiCommunicator::split(std::size_t colour) {
  return std::unique_ptr<Communicator>(new MpiCommunicator(*this, colour));
}

std::unique_ptr<SharedMemory> MpiCommunicator::share_memory(std::size_t size_bytes) {
  return share_memory_of(comm_, size_bytes);
}

std::unique_ptr<Channel> MpiCommunicator::open_channel() {
  return open_mpi_channel(comm_);
}

void MpiCommunicator::barrier() {
  collective("MPI_Barrier", MPI_Barrier, MPI_Ibarrier, comm_);
}

void MpiCommunicator::abort(ExitStatus status) const {
  MPI_Abort(comm_, static_cast<int>(status));
  std::abort();
}

void MpiCommunicator::broadcast_bytes(std::span<std::byte> bytes, std::size_t root) {
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(bytes.size(), most_records));
    collective("MPI_Bcast", MPI_Bcast, MPI_Ibcast, piece.data(), static_cast<int>(piece.size()), MPI_BYTE,
               static_cast<int>(root), comm_);
    bytes = bytes.subspan(piece.size());
  }
}

void MpiCommunicator::add_up(std::span<std::uint32_t> values) {
  while (!values.empty()) {
    const auto piece = values.first(std::min(values.size(), most_records));
    collective("MPI_Allreduce", MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, piece.data(),
               static_cast<int>(piece.size()), MPI_UINT32_T, MPI_SUM, comm_);
    values = values.subspan(piece.size());
  }
}

void MpiCommunicator::allgather_bytes(const void* mine, std::size_t size_bytes, void* all) {
  const int count = to_int(size_bytes, "MPI_Allgather");
  collective("MPI_Allgather", MPI_Allgather, MPI_Iallgather, mine, count, MPI_BYTE, all, count, MPI_BYTE,
             comm_);
}

void MpiCommunicator::allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                        std::size_t record_size_bytes) {
  const RecordType type(record_size_bytes, sum(counts), "MPI_Allgatherv");
  fill_in_order(counts, type, counts_, offsets_);
  if (mine == nullptr) mine = MPI_IN_PLACE;
  collective("MPI_Allgatherv", MPI_Allgatherv, MPI_Iallgatherv, mine, counts_[rank_], type.get(), all,
             counts_.data(), offsets_.data(), type.get(), comm_);
}

void MpiCommunicator::gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                     std::size_t record_size_bytes, std::size_t root) {
  if (gathers_by_tree(sum(counts) * record_size_bytes, size_)) {
    gather_by_tree(comm_, rank_, root, static_cast<const std::byte*>(mine), counts,
                   static_cast<std::byte*>(all), record_size_bytes);
    return;
  }
  const RecordType type(record_size_bytes, sum(counts), "MPI_Gatherv");
  fill_in_order(counts, type, counts_, offsets_);
  collective("MPI_Gatherv", MPI_Gatherv, MPI_Igatherv, mine, counts_[rank_], type.get(), all, counts_.data(),
             offsets_.data(), type.get(), static_cast<int>(root), comm_);
}

void MpiCommunicator::scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                                      std::size_t record_size_bytes, std::size_t root) {
  const RecordType type(record_size_bytes, sum(counts), "MPI_Scatterv");
  fill_in_order(counts, type, counts_, offsets_);
  collective("MPI_Scatterv", MPI_Scatterv, MPI_Iscatterv, all, counts_.data(), offsets_.data(), type.get(),
             mine, counts_[rank_], type.get(), static_cast<int>(root), comm_);
}

void MpiCommunicator::alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) {
  const int count = to_int(size_bytes, "MPI_Alltoall");
  collective("MPI_Alltoall", MPI_Alltoall, MPI_Ialltoall, outgoing, count, MPI_BYTE, incoming, count,
             MPI_BYTE, comm_);
}

void MpiCommunicator::alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends,
                                       std::byte* incoming, std::span<const BufferRange> receives,
                                       std::size_t record_size_bytes) {
  if (size_ >= sparse_from_ranks_) {
    exchange_sparsely(comm_, rank_, outgoing, sends, incoming, receives, record_size_bytes);
    return;
  }
  const RecordType send_type(record_size_bytes, extent(sends), "MPI_Alltoallv");
  const RecordType receive_type(record_size_bytes, extent(receives), "MPI_Alltoallv");
  fill(sends, send_type, counts_, offsets_);
  fill(receives, receive_type, receive_counts_, receive_offsets_);
  collective("MPI_Alltoallv", MPI_Alltoallv, MPI_Ialltoallv, outgoing, counts_.data(), offsets_.data(),
             send_type.get(), incoming, receive_counts_.data(), receive_offsets_.data(), receive_type.get(),
             comm_);
}

std::vector<std::string> MpiCommunicator::host_names() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> mine{};
  int length = 0;
  check(MPI_Get_processor_name(mine.data(), &length), "MPI_Get_processor_name");
  std::vector<std::array<char, MPI_MAX_PROCESSOR_NAME>> all(size_);
  allgather(mine, std::span(all));
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const auto& name : all) names.emplace_back(name.data());
  return names;
}

}  // namespace skerry
