#include "engine/lending/lending_policy.hpp"

namespace skerry {

void LendingPolicy::need(std::size_t island, std::uint64_t waiting, std::uint64_t ahead) {
  ranks_[island].waiting = waiting;
  ranks_[island].ahead = ahead;
}

void LendingPolicy::decline(const Assignment& assignment) {
  ranks_[assignment.island].waiting = 0;
  ++ranks_[assignment.helper].free;
}

std::optional<LendingPolicy::Assignment> LendingPolicy::next() {
  const Rank* neediest = nullptr;
  for (const Rank& rank : ranks_) {
    if (rank.waiting > 0 && (neediest == nullptr || rank.ahead > neediest->ahead)) neediest = &rank;
  }
  if (neediest == nullptr) return std::nullopt;
  const auto island = static_cast<std::size_t>(neediest - ranks_.data());
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const std::size_t helper = (turn_ + i) % ranks_.size();
    if (helper == island || ranks_[helper].free == 0) continue;
    turn_ = helper + 1;
    --ranks_[helper].free;
    --ranks_[island].waiting;
    if (ranks_[island].ahead > 0) --ranks_[island].ahead;
    return Assignment{island, helper};
  }
  return std::nullopt;
}

}  // namespace skerry
