#pragma once

#include "engine/communication/communicator.hpp"
#include "engine/communication/rank_service.hpp"

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
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
  /// The service, which must serve in this process, makes all calls from now on.
  MpiCommunicator(MPI_Comm comm, std::shared_ptr<RankService> service);
  ~MpiCommunicator() override;

  std::unique_ptr<Communicator> split(std::size_t colour) override;
  std::size_t node() override;
  std::unique_ptr<Channel> open_channel() override;
  std::vector<std::string> host_names() override;
  /// Returns a communicator of some of these ranks, of which this is one. Collective over them alone.
  std::unique_ptr<MpiCommunicator> part_of(std::span<const std::size_t> ranks);
  MPI_Comm comm() const { return comm_; }
  const std::shared_ptr<RankService>& service() const { return service_; }

  void barrier() override;
  [[noreturn]] void abort(ExitStatus status) const override;
  void broadcast_bytes(std::span<std::byte> bytes, std::size_t root) override;
  void add_up(std::span<std::uint32_t> values) override;
  void alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends, std::byte* incoming,
                        std::span<const BufferRange> receives, std::size_t record_size_bytes) override;
  void allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                         std::size_t record_size_bytes) override;
  void gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                      std::size_t record_size_bytes) override;
  void scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                       std::size_t record_size_bytes) override;

 private:
  struct Adopted {};
  MpiCommunicator(Adopted, MPI_Comm comm, std::size_t sparse_from_ranks,
                  std::shared_ptr<RankService> service = nullptr);

  void adopt();
  void allgather_bytes(const void* mine, std::size_t size_bytes, void* all) override;
  void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) override;

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::size_t sparse_from_ranks_;
  std::shared_ptr<RankService> service_;  // null if this thread makes the calls
  std::vector<int> counts_;               // scratch memory, so that the calls allocate nothing once warm
  std::vector<int> offsets_;
  std::vector<int> receive_counts_;
  std::vector<int> receive_offsets_;
};

class MpiChannel final : public Channel {
 public:
  /// Works on a duplicate of `comm`. Collective.
  explicit MpiChannel(MPI_Comm comm);
  ~MpiChannel() override {
    if (sending_.empty()) MPI_Comm_free(&comm_);
  }
  MpiChannel(const MpiChannel&) = delete;
  MpiChannel& operator=(const MpiChannel&) = delete;

  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }
  void send(std::size_t to, std::string content) override;
  std::optional<Letter> receive() override;
  void settle(const std::function<void(Letter)>& take) override;
  /// Does what settle() can do without waiting; returns whether it has ended.
  bool settles(const std::function<void(Letter)>& take);

 private:
  struct Sending {
    Sending(std::string text, MPI_Request started) : content(std::move(text)), request(started) {}
    std::string content;
    MPI_Request request;
  };

  void forget_what_has_arrived();

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Request barrier_ = MPI_REQUEST_NULL;
  int rank_ = 0;
  int size_ = 1;
  std::list<Sending> sending_;  // MPI holds the addresses
};

}  // namespace skerry
