#pragma once

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace skerry {

struct BoardSizes {
  std::size_t record = 0;
  std::size_t summary = 0;
  std::size_t attachment = 0;  ///< of each record, for ranks of one node alone
};

/// Each rank posts records for all to read; the ranks of a node share a copy, with a summary by one.
class Board {
 public:
  /// Rank r posts counts[r] records each time; ranks of one `node`, by default a machine, share. Collective.
  Board(Communicator& world, std::span<const std::size_t> counts, const BoardSizes& sizes_bytes);
  Board(Communicator& world, std::span<const std::size_t> counts, const BoardSizes& sizes_bytes,
        std::size_t node);

  /// Tells whether records have attachments: all ranks asked for them, and are of one node.
  bool attaches() const { return attachment_size_bytes_ > 0; }

  /// Afterwards records(), attachments() and summary() are of this post, until this rank posts again.
  /// `summarise` runs on one rank of each node; it reads records() and writes summary(). Collective.
  void post(const void* records, const void* attachments, const std::function<void()>& summarise);
  const std::byte* records(std::size_t rank) const {
    return sides_[side_] + offsets_[rank] * record_size_bytes_;
  }
  const std::byte* attachments(std::size_t rank) const {
    return sides_[side_] + attachments_offset_bytes_ + offsets_[rank] * attachment_size_bytes_;
  }
  /// The summary is aligned like any object.
  std::byte* summary() const { return sides_[side_] + summary_offset_bytes_; }

 private:
  void arrange(Communicator& world, std::span<const std::size_t> counts);
  /// Waits for the ranks of the node, of which the last to come does the work.
  void meet_node(const std::function<void()>& work_of_last);
  void exchange_between_nodes();

  std::size_t rank_;
  std::size_t record_size_bytes_;
  std::size_t attachment_size_bytes_;
  std::unique_ptr<Communicator> node_;
  // The leaders of all nodes; the other ranks have an unused communicator of their own.
  std::unique_ptr<Communicator> leaders_;
  std::vector<std::size_t> offsets_;  // the place of each rank's records; they stand node by node
  std::vector<std::size_t> node_counts_;
  std::size_t own_count_ = 0;
  std::size_t total_ = 0;
  std::size_t summary_offset_bytes_ = 0;
  std::size_t attachments_offset_bytes_ = 0;
  std::unique_ptr<SharedMemory> memory_;
  // They are used in turn, so that a quick rank may write the next post while others still read this one.
  std::byte* sides_[2] = {nullptr, nullptr};
  std::size_t side_ = 0;
};

}  // namespace skerry
