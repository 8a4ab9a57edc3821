#include "engine/communication/board.hpp"

#include <algorithm>
#include <compare>
#include <cstring>

namespace skerry {

namespace {

struct Place {
  std::size_t leader = 0;  // the first rank of the node
  std::size_t rank = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

}  // namespace

Board::Board(Communicator& world, std::span<const std::size_t> counts, std::size_t record_size_bytes)
    : Board(world, counts, record_size_bytes, world.node()) {}

Board::Board(Communicator& world, std::span<const std::size_t> counts, std::size_t record_size_bytes,
             std::size_t node)
    : rank_(world.rank()),
      record_size_bytes_(record_size_bytes),
      node_(world.split(node)),
      leaders_(world.split(node_->rank() == 0 ? 0 : 1)) {
  arrange(world, counts);
  memory_ = node_->share_memory(2 * total_ * record_size_bytes_);
  sides_[0] = memory_->data();
  sides_[1] = sides_[0] + total_ * record_size_bytes_;
}

void Board::arrange(Communicator& world, std::span<const std::size_t> counts) {
  // Nodes are in the order of their first ranks, like the leaders.
  std::size_t first = rank_;
  node_->broadcast(first);
  std::vector<Place> places(world.size());
  world.allgather(Place{first, rank_}, std::span(places));
  std::ranges::sort(places);
  offsets_.resize(world.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [leader, rank] = places[i];
    if (i == 0 || places[i - 1].leader != leader) node_counts_.push_back(0);
    node_counts_.back() += counts[rank];
    offsets_[rank] = total_;
    total_ += counts[rank];
  }
  own_count_ = counts[rank_];
}

void Board::wait_for_node() {
  if (node_->size() > 1) memory_->meet(*node_);
}

void Board::post(const void* records) {
  side_ = 1 - side_;
  std::memcpy(sides_[side_] + offsets_[rank_] * record_size_bytes_, records, own_count_ * record_size_bytes_);
  wait_for_node();
  if (node_counts_.size() > 1) exchange_between_nodes();
}

void Board::exchange_between_nodes() {
  if (node_->rank() == 0) {
    leaders_->allgather_records(nullptr, node_counts_, sides_[side_], record_size_bytes_);
  }
  wait_for_node();
}

}  // namespace skerry
