#include "app/experiment/queue.hpp"

#include <algorithm>

namespace skerry {
namespace {

/// Starting ranks takes about a second. The runs of a batch share it, but a batch has few enough runs that no
/// core waits at the end.
constexpr std::uint64_t most_in_a_batch = 10;
constexpr std::uint64_t batches_a_core = 4;

std::uint64_t batch_size(const std::vector<PendingRuns>& pending, std::uint64_t cores) {
  std::uint64_t work = 0;
  for (const PendingRuns& runs : pending) work += runs.seeds.size() * std::min(runs.cores, cores);
  return std::clamp<std::uint64_t>(work / (cores * batches_a_core), 1, most_in_a_batch);
}

}  // namespace

BatchQueue::BatchQueue(const std::vector<PendingRuns>& pending, std::uint64_t cores) : idle_(cores) {
  const std::uint64_t size = batch_size(pending, cores);
  for (std::size_t variant = 0; variant < pending.size(); ++variant) {
    const auto& [seeds, wanted, single] = pending[variant];
    needs_.push_back(std::min(wanted, cores));
    bool fresh = true;
    for (const std::uint64_t seed : seeds) {
      const bool follows = !fresh && seed == waiting_.back().first_seed + waiting_.back().count;
      if (follows && !single && waiting_.back().count < size) {
        ++waiting_.back().count;
      } else {
        waiting_.push_back({variant, seed, 1});
      }
      fresh = false;
    }
  }
}

std::optional<Batch> BatchQueue::take() {
  const auto fits = [&](const Batch& batch) { return needs_[batch.variant] <= idle_; };
  const auto next = std::ranges::find_if(waiting_, fits);
  if (next == waiting_.end()) return std::nullopt;
  const Batch batch = *next;
  waiting_.erase(next);
  idle_ -= needs_[batch.variant];
  return batch;
}

void BatchQueue::give_back(const Batch& batch) {
  idle_ += needs_[batch.variant];
}

void BatchQueue::add(const Batch& batch) {
  waiting_.insert(waiting_.begin(), batch);
}

}  // namespace skerry
