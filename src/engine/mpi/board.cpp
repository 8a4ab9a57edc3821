#include "engine/mpi/board.hpp"

#include "engine/mpi/check.hpp"

#include <algorithm>
#include <compare>
#include <cstring>
#include <exception>

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
      node_(world, node),
      leaders_(world, node_.rank() == 0 ? 0 : 1) {
  arrange(world, counts);
  share();
}

// Freeing a window is collective. Where an exception takes this rank alone out of the program, the window is
// left alone, since the other ranks would not come.
Board::~Board() {
  if (window_ == MPI_WIN_NULL || std::uncaught_exceptions() > 0) return;
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

void Board::arrange(Communicator& world, std::span<const std::size_t> counts) {
  // Nodes are in the order of their first ranks, like the leaders.
  std::size_t first = rank_;
  node_.broadcast(first);
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

// A rank that has its node to itself shares nothing. Without a launcher, MPICH would even look for one to
// free a window, and wait for it.
void Board::share() {
  const std::size_t size_bytes = 2 * total_ * record_size_bytes_;
  if (node_.size() == 1) {
    own_.resize(size_bytes);
    take_sides(own_.data());
    return;
  }
  void* memory = nullptr;
  check(MPI_Win_allocate_shared(node_.rank() == 0 ? static_cast<MPI_Aint>(size_bytes) : 0, 1, MPI_INFO_NULL,
                                node_.handle(), &memory, &window_),
        "MPI_Win_allocate_shared");
  MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
  MPI_Aint found_bytes = 0;
  int unit = 0;
  check(MPI_Win_shared_query(window_, 0, &found_bytes, &unit, &memory), "MPI_Win_shared_query");
  take_sides(static_cast<std::byte*>(memory));
  check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
}

void Board::take_sides(std::byte* memory) {
  sides_[0] = memory;
  sides_[1] = sides_[0] + total_ * record_size_bytes_;
}

void Board::wait_for_node() {
  if (window_ == MPI_WIN_NULL) return;
  check(MPI_Win_sync(window_), "MPI_Win_sync");
  node_.barrier();
  check(MPI_Win_sync(window_), "MPI_Win_sync");
}

void Board::post(const void* records) {
  side_ = 1 - side_;
  std::memcpy(sides_[side_] + offsets_[rank_] * record_size_bytes_, records, own_count_ * record_size_bytes_);
  wait_for_node();
  if (node_counts_.size() > 1) exchange_between_nodes();
}

void Board::exchange_between_nodes() {
  if (node_.rank() == 0) {
    leaders_.allgather_records(MPI_IN_PLACE, node_counts_, sides_[side_], record_size_bytes_);
  }
  wait_for_node();
}

}  // namespace skerry
