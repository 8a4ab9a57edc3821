#include "engine/communication/mpi_communicator.hpp"

#include "engine/communication/binomial_tree.hpp"
#include "engine/communication/mpi_messages.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <sched.h>

namespace skerry {

namespace {

/// Carries out a collective call. If waiting ranks are to yield their core, or a service makes the calls, it
/// is the form that only starts the work. Open MPI yields by itself, and is told so when it starts.
template <typename Call, typename Start, typename... Arguments>
void collective(RankService* service, const char* name, Call call, Start start, Arguments... arguments) {
#ifdef OPEN_MPI
  const bool starts = service != nullptr;
#else
  static const bool yields = waiting_ranks_yield();
  const bool starts = service != nullptr || yields;
#endif
  if (!starts) return check(call(arguments...), name);
  complete(service, [&](std::vector<MPI_Request>& requests) {
    check(start(arguments..., &requests.emplace_back(MPI_REQUEST_NULL)), name);
  });
}

std::size_t sum(std::span<const std::size_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::size_t extent(std::span<const BufferRange> ranges) {
  std::size_t end = 0;
  for (const BufferRange& range : ranges) end = std::max(end, range.first + range.count);
  return end;
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

MpiChannel::MpiChannel(MPI_Comm comm) {
  check(MPI_Comm_dup(comm, &comm_), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  check(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(comm_, &size_), "MPI_Comm_size");
}

// What is still on its way when an exception takes this rank alone out of the program is left alone.
void MpiChannel::send(std::size_t to, std::string content) {
  forget_what_has_arrived();
  if (content.size() > INT_MAX) throw std::length_error("a message of more than 2^31 - 1 bytes");
  Sending& one = sending_.emplace_back(std::move(content), MPI_REQUEST_NULL);
  // Such a call is complete only when the message is being received, which settle() relies on.
  check(MPI_Issend(one.content.data(), static_cast<int>(one.content.size()), MPI_BYTE, static_cast<int>(to),
                   0, comm_, &one.request),
        "MPI_Issend");
}

std::optional<Letter> MpiChannel::receive() {
  int found = 0;
  MPI_Status status;
  check(MPI_Iprobe(MPI_ANY_SOURCE, 0, comm_, &found, &status), "MPI_Iprobe");
  if (found == 0) return std::nullopt;
  int size_bytes = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &size_bytes), "MPI_Get_count");
  Letter letter{static_cast<std::size_t>(status.MPI_SOURCE),
                std::string(static_cast<std::size_t>(size_bytes), '\0')};
  check(MPI_Recv(letter.content.data(), size_bytes, MPI_BYTE, status.MPI_SOURCE, 0, comm_, MPI_STATUS_IGNORE),
        "MPI_Recv");
  return letter;
}

// The algorithm NBX (Hoefler, Siebert and Lumsdaine, PPoPP 2010).
bool MpiChannel::settles(const std::function<void(Letter)>& take) {
  while (auto letter = receive()) take(std::move(*letter));
  if (barrier_ == MPI_REQUEST_NULL) {
    forget_what_has_arrived();
    if (sending_.empty()) check(MPI_Ibarrier(comm_, &barrier_), "MPI_Ibarrier");
    return false;
  }
  int done = 0;
  check(MPI_Test(&barrier_, &done, MPI_STATUS_IGNORE), "MPI_Test");
  return done != 0;
}

void MpiChannel::settle(const std::function<void(Letter)>& take) {
  while (!settles(take)) sched_yield();
}

void MpiChannel::forget_what_has_arrived() {
  std::erase_if(sending_, [](Sending& one) {
    int done = 0;
    check(MPI_Test(&one.request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  });
}

MpiCommunicator::MpiCommunicator(MPI_Comm comm, std::size_t sparse_from_ranks)
    : sparse_from_ranks_(sparse_from_ranks) {
  check(MPI_Comm_dup(comm, &comm_), "MPI_Comm_dup");
  adopt();
}

MpiCommunicator::MpiCommunicator(MPI_Comm comm, std::shared_ptr<RankService> service)
    : MpiCommunicator(comm) {
  service_ = std::move(service);
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
  if (service_ != nullptr) {
    service_->free_later(comm_);
  } else {
    MPI_Comm_free(&comm_);
  }
}

std::unique_ptr<MpiCommunicator> MpiCommunicator::part_of(std::span<const std::size_t> ranks) {
  std::unique_ptr<MpiCommunicator> part;
  call_now(service_.get(), [&] {
    const std::vector<int> members(ranks.begin(), ranks.end());
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group some = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    check(MPI_Comm_group(comm_, &all), "MPI_Comm_group");
    check(MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &some), "MPI_Group_incl");
    check(MPI_Comm_create_group(comm_, some, 0, &comm), "MPI_Comm_create_group");
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    part.reset(new MpiCommunicator(Adopted{}, comm, usually_sparse, service_));
  });
  return part;
}

MpiCommunicator::MpiCommunicator(Adopted, MPI_Comm comm, std::size_t sparse_from_ranks,
                                 std::shared_ptr<RankService> service)
    : comm_(comm), sparse_from_ranks_(sparse_from_ranks), service_(std::move(service)) {
  adopt();
}

std::unique_ptr<Communicator> MpiCommunicator::split(std::size_t colour) {
  MPI_Comm part = MPI_COMM_NULL;
  check(MPI_Comm_split(comm_, to_int(colour, "MPI_Comm_split"), 0, &part), "MPI_Comm_split");
  return std::unique_ptr<Communicator>(new MpiCommunicator(Adopted{}, part, sparse_from_ranks_));
}

std::unique_ptr<Channel> MpiCommunicator::open_channel() {
  return std::make_unique<MpiChannel>(comm_);
}

void MpiCommunicator::barrier() {
  collective(service_.get(), "MPI_Barrier", MPI_Barrier, MPI_Ibarrier, comm_);
}

void MpiCommunicator::abort(ExitStatus status) const {
  MPI_Abort(comm_, static_cast<int>(status));
  std::abort();
}

void MpiCommunicator::broadcast_bytes(std::span<std::byte> bytes, std::size_t root) {
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(bytes.size(), most_records));
    collective(service_.get(), "MPI_Bcast", MPI_Bcast, MPI_Ibcast, piece.data(),
               static_cast<int>(piece.size()), MPI_BYTE, static_cast<int>(root), comm_);
    bytes = bytes.subspan(piece.size());
  }
}

void MpiCommunicator::add_up(std::span<std::uint32_t> values) {
  while (!values.empty()) {
    const auto piece = values.first(std::min(values.size(), most_records));
    collective(service_.get(), "MPI_Allreduce", MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, piece.data(),
               static_cast<int>(piece.size()), MPI_UINT32_T, MPI_SUM, comm_);
    values = values.subspan(piece.size());
  }
}

void MpiCommunicator::allgather_bytes(const void* mine, std::size_t size_bytes, void* all) {
  const int count = to_int(size_bytes, "MPI_Allgather");
  collective(service_.get(), "MPI_Allgather", MPI_Allgather, MPI_Iallgather, mine, count, MPI_BYTE, all,
             count, MPI_BYTE, comm_);
}

void MpiCommunicator::allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                        std::size_t record_size_bytes) {
  const RecordType type(record_size_bytes, sum(counts), "MPI_Allgatherv", service_.get());
  fill(in_order(counts), type, counts_, offsets_);
  if (mine == nullptr) mine = MPI_IN_PLACE;
  collective(service_.get(), "MPI_Allgatherv", MPI_Allgatherv, MPI_Iallgatherv, mine, counts_[rank_],
             type.get(), all, counts_.data(), offsets_.data(), type.get(), comm_);
}

void MpiCommunicator::gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                     std::size_t record_size_bytes) {
  if (gathers_by_tree(sum(counts) * record_size_bytes, size_)) {
    gather_by_tree(comm_, service_.get(), rank_, static_cast<const std::byte*>(mine), counts,
                   static_cast<std::byte*>(all), record_size_bytes);
    return;
  }
  const RecordType type(record_size_bytes, sum(counts), "MPI_Gatherv", service_.get());
  fill(in_order(counts), type, counts_, offsets_);
  collective(service_.get(), "MPI_Gatherv", MPI_Gatherv, MPI_Igatherv, mine, counts_[rank_], type.get(), all,
             counts_.data(), offsets_.data(), type.get(), 0, comm_);
}

void MpiCommunicator::scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                                      std::size_t record_size_bytes) {
  const RecordType type(record_size_bytes, sum(counts), "MPI_Scatterv", service_.get());
  fill(in_order(counts), type, counts_, offsets_);
  collective(service_.get(), "MPI_Scatterv", MPI_Scatterv, MPI_Iscatterv, all, counts_.data(),
             offsets_.data(), type.get(), mine, counts_[rank_], type.get(), 0, comm_);
}

void MpiCommunicator::alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) {
  const int count = to_int(size_bytes, "MPI_Alltoall");
  collective(service_.get(), "MPI_Alltoall", MPI_Alltoall, MPI_Ialltoall, outgoing, count, MPI_BYTE, incoming,
             count, MPI_BYTE, comm_);
}

void MpiCommunicator::alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends,
                                       std::byte* incoming, std::span<const BufferRange> receives,
                                       std::size_t record_size_bytes) {
  if (size_ >= sparse_from_ranks_) {
    exchange_sparsely(comm_, service_.get(), rank_, outgoing, sends, incoming, receives, record_size_bytes);
    return;
  }
  const RecordType send_type(record_size_bytes, extent(sends), "MPI_Alltoallv", service_.get());
  const RecordType receive_type(record_size_bytes, extent(receives), "MPI_Alltoallv", service_.get());
  fill(sends, send_type, counts_, offsets_);
  fill(receives, receive_type, receive_counts_, receive_offsets_);
  collective(service_.get(), "MPI_Alltoallv", MPI_Alltoallv, MPI_Ialltoallv, outgoing, counts_.data(),
             offsets_.data(), send_type.get(), incoming, receive_counts_.data(), receive_offsets_.data(),
             receive_type.get(), comm_);
}

std::vector<std::string> MpiCommunicator::host_names() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> mine{};
  int length = 0;
  call_now(service_.get(),
           [&] { check(MPI_Get_processor_name(mine.data(), &length), "MPI_Get_processor_name"); });
  std::vector<std::array<char, MPI_MAX_PROCESSOR_NAME>> all(size_);
  allgather(mine, std::span(all));
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const auto& name : all) names.emplace_back(name.data());
  return names;
}

}  // namespace skerry
