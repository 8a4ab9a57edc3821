#pragma once

#include "skerry/error.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/rank_service.hpp"

#include <climits>
#include <cstddef>
#include <span>
#include <string>

#include <mpi.h>

namespace skerry {

// Collective exchanges made of single messages, the only ones without a tag on `comm` meanwhile.

/// Does what Communicator::alltoall_records() does, without the empty messages of MPI_Alltoallv of Open MPI,
/// which can take longer than the rest of a migration.
void exchange_sparsely(MPI_Comm comm, RankService* service, std::size_t rank, const std::byte* outgoing,
                       std::span<const BufferRange> sends, std::byte* incoming,
                       std::span<const BufferRange> receives, std::size_t record_size_bytes);

/// Does what Communicator::gather_records() does by a binomial tree: rank 0 receives the logarithm of the
/// number of ranks in messages, where MPI_Gatherv of Open MPI and MPICH brings it one of each rank.
void gather_by_tree(MPI_Comm comm, RankService* service, std::size_t rank, const std::byte* mine,
                    std::span<const std::size_t> counts, std::byte* all, std::size_t record_size_bytes);

/// Throws Error with MPI's own text unless `code`, returned by `call`, is MPI_SUCCESS.
void check(int code, const char* call);

inline constexpr std::size_t most_records = INT_MAX;

/// Throws Error if the count is too large for an int.
inline int to_int(std::size_t count, const char* call) {
  if (count > most_records) {
    throw Error(ExitStatus::failed, std::string(call) + " was asked for " + std::to_string(count) +
                                        " records; one call carries at most " + std::to_string(most_records));
  }
  return static_cast<int>(count);
}

/// Records travel as bytes, which MPI handles fastest, or, if these exceed an int, as records of a type of
/// their own. Sender and receiver may differ, since MPI compares only the bytes.
class RecordType {
 public:
  /// `extent` is the largest number of records that count() is asked for.
  RecordType(std::size_t record_size_bytes, std::size_t extent, const char* call, RankService* service)
      : call_(call), service_(service) {
    if (record_size_bytes == 0 || extent <= most_records / record_size_bytes) {
      scale_ = record_size_bytes;
      return;
    }
    call_now(service, [&] {
      check(MPI_Type_contiguous(to_int(record_size_bytes, call), MPI_BYTE, &type_), call);
      check(MPI_Type_commit(&type_), call);
    });
    owned_ = true;
  }
  ~RecordType() {
    if (!owned_) return;
    try {
      call_now(service_, [this] { MPI_Type_free(&type_); });
    } catch (...) {
      // An island has failed, and the process is about to end.
    }
  }
  RecordType(const RecordType&) = delete;
  RecordType& operator=(const RecordType&) = delete;

  MPI_Datatype get() const { return type_; }
  int count(std::size_t records) const { return to_int(records * scale_, call_); }

 private:
  MPI_Datatype type_ = MPI_BYTE;
  bool owned_ = false;
  std::size_t scale_ = 1;
  const char* call_;
  RankService* service_;
};

}  // namespace skerry
