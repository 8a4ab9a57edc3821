#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace skerry {

/// Decides which rank evaluates for which island. The first rank has one, and hears what all others need and
/// offer. The island that has most evaluations ahead of it in this epoch gets help first: the others wait for
/// it at the epoch's end.
class LendingPolicy {
 public:
  struct Assignment {
    std::size_t island = 0;
    std::size_t helper = 0;
  };

  /// For so many ranks, of which nothing is known yet.
  explicit LendingPolicy(std::size_t ranks) : ranks_(ranks) {}

  /// A rank could evaluate so many genomes more.
  void offer(std::size_t helper, std::uint64_t places) { ranks_[helper].free += places; }
  /// A rank needs itself what it has offered.
  void withdraw(std::size_t helper) { ranks_[helper].free = 0; }
  /// An island has so many genomes that nobody evaluates yet, and `ahead` evaluations until the epoch's end.
  void need(std::size_t island, std::uint64_t waiting, std::uint64_t ahead);
  /// An island had nothing left for a helper that was assigned to it.
  void decline(const Assignment& assignment);

  /// Returns a helper for one genome of an island; none if nobody needs one or nobody has room.
  std::optional<Assignment> next();

 private:
  struct Rank {
    std::uint64_t free = 0;
    std::uint64_t waiting = 0;
    std::uint64_t ahead = 0;
  };
  std::vector<Rank> ranks_;
  std::size_t turn_ = 0;  // the helper that is asked first
};

}  // namespace skerry
