#include "engine/communication/board.hpp"

#include <algorithm>
#include <compare>
#include <cstring>

namespace skerry {

namespace {

struct Place {
  std::size_t leader = 0;  // the first rank of the node
  std::size_t rank = 0;
  bool attaches = false;

  friend auto operator<=>(const Place&, const Place&) = default;
};

std::size_t round_up(std::size_t size_bytes) {
  return (size_bytes + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);
}

}  // namespace

Board::Board(Communicator& world, std::span<const std::size_t> counts, const BoardSizes& sizes_bytes)
    : Board(world, counts, sizes_bytes, world.node()) {}

Board::Board(Communicator& world, std::span<const std::size_t> counts, const BoardSizes& sizes_bytes,
             std::size_t node)
    : rank_(world.rank()),
      record_size_bytes_(sizes_bytes.record),
      attachment_size_bytes_(sizes_bytes.attachment),
      node_(world.split(node)),
      leaders_(world.split(node_->rank() == 0 ? 0 : 1)) {
  arrange(world, counts);
  summary_offset_bytes_ = round_up(total_ * record_size_bytes_);
  attachments_offset_bytes_ = summary_offset_bytes_ + round_up(sizes_bytes.summary);
  const std::size_t side_bytes = attachments_offset_bytes_ + round_up(total_ * attachment_size_bytes_);
  memory_ = node_->share_memory(2 * side_bytes);
  sides_[0] = memory_->data();
  sides_[1] = sides_[0] + side_bytes;
}

void Board::arrange(Communicator& world, std::span<const std::size_t> counts) {
  // Nodes are in the order of their first ranks, like the leaders.
  std::size_t first = rank_;
  node_->broadcast(first);
  std::vector<Place> places(world.size());
  world.allgather(Place{first, rank_, attachment_size_bytes_ > 0}, std::span(places));
  std::ranges::sort(places);
  offsets_.resize(world.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& [leader, rank, attaches] = places[i];
    if (!attaches || leader != places.front().leader) attachment_size_bytes_ = 0;
    if (i == 0 || places[i - 1].leader != leader) node_counts_.push_back(0);
    node_counts_.back() += counts[rank];
    offsets_[rank] = total_;
    total_ += counts[rank];
  }
  own_count_ = counts[rank_];
}

void Board::meet_node(const std::function<void()>& work_of_last) {
  if (node_->size() == 1) return work_of_last();
  memory_->meet(*node_, work_of_last);
}

void Board::post(const void* records, const void* attachments, const std::function<void()>& summarise) {
  side_ = 1 - side_;
  const auto put = [this](std::size_t at_bytes, const void* from, std::size_t size_bytes) {
    if (own_count_ * size_bytes > 0)
      std::memcpy(sides_[side_] + at_bytes + offsets_[rank_] * size_bytes, from, own_count_ * size_bytes);
  };
  put(0, records, record_size_bytes_);
  put(attachments_offset_bytes_, attachments, attachment_size_bytes_);
  if (node_counts_.size() > 1) exchange_between_nodes();
  meet_node(summarise);
}

void Board::exchange_between_nodes() {
  meet_node([] {});
  if (node_->rank() == 0) {
    leaders_->allgather_records(nullptr, node_counts_, sides_[side_], record_size_bytes_);
  }
}

}  // namespace skerry
