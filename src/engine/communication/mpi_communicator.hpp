#pragma once

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

namespace skerry {

/// A call throws for more than 2^31 - 1 records, which MPI counts as int, but not for more bytes.
class MpiCommunicator final : public Communicator {
 public:
  /// From so many ranks on, most pairs have nothing to exchange in a migration.
  static constexpr std::size_t usually_sparse = 24;

  /// Works on a duplicate of `comm`, which is made collectively. MPI must outlive it. From
  /// `sparse_from_ranks` ranks on alltoall_records() sends no empty messages.
  explicit MpiCommunicator(MPI_Comm comm = MPI_COMM_WORLD, std::size_t sparse_from_ranks = usually_sparse);
  ~MpiCommunicator() override;

  std::unique_ptr<Communicator> split(std::size_t colour) override;
  std::size_t node() override;
  std::unique_ptr<SharedMemory> share_memory(std::size_t size_bytes) override;
  std::unique_ptr<Channel> open_channel() override;
  std::vector<std::string> host_names() override;

  void barrier() override;
  [[noreturn]] void abort(ExitStatus status) const override;
  void broadcast_bytes(std::span<std::byte> bytes, std::size_t root) override;
  void add_up(std::span<std::uint32_t> values) override;
  void alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends, std::byte* incoming,
                        std::span<const BufferRange> receives, std::size_t record_size_bytes) override;
  void allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                         std::size_t record_size_bytes) override;
  void gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                      std::size_t record_size_bytes, std::size_t root) override;
  void scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                       std::size_t record_size_bytes, std::size_t root) override;

 private:
  MpiCommunicator(const MpiCommunicator& parent, std::size_t colour);

  void adopt();
  void allgather_bytes(const void* mine, std::size_t size_bytes, void* all) override;
  void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) override;

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::size_t sparse_from_ranks_;
  std::vector<int> counts_;  // scratch memory, so that the calls allocate nothing once warm
  std::vector<int> offsets_;
  std::vector<int> receive_counts_;
  std::vector<int> receive_offsets_;
};

class Channel;

/// Opens a channel on a duplicate of `comm`. Collective.
std::unique_ptr<Channel> open_mpi_channel(MPI_Comm comm);

/// Returns memory that the processes of one node share (MPI-3). A rank that has its node to itself shares
/// nothing: without a launcher, MPICH would even look for one to free a window, and wait for it. Collective.
std::unique_ptr<SharedMemory> share_memory_of(MPI_Comm ranks, std::size_t size_bytes);

}  // namespace skerry
