#include "engine/migration/similarity.hpp"

#include <algorithm>

namespace skerry {

namespace {

class GenotypeSimilarity final : public SimilarityMeasure {
 public:
  GenotypeSimilarity(Communicator& world, std::span<const std::size_t> sizes)
      : SimilarityMeasure(world, sizes), best_keys_(world.size()) {}

  std::span<const double> measure(Island& island, std::span<const Key> ranking,
                                  std::uint64_t /*epoch*/) override {
    world_.allgather(ranking.front(), std::span(best_keys_));
    const auto best = static_cast<std::size_t>(std::ranges::min_element(best_keys_) - best_keys_.begin());
    const bool mine = world_.rank() == best;
    if (mine) {
      const auto record = island.pack(0, 1);
      best_genome_.assign(record.begin(), record.end());
    }
    world_.broadcast(best_genome_, best);
    traffic_.sent_bytes = others() * (sizeof(Key) + (mine ? best_genome_.size() : 0));
    traffic_.received_bytes = others() * sizeof(Key) + (mine ? 0 : best_genome_.size());
    island.measure_distances(best_genome_, values_);
    return values_;
  }

 private:
  std::vector<Key> best_keys_;  // the best key of each island
  std::vector<std::byte> best_genome_;
};

}  // namespace

std::unique_ptr<SimilarityMeasure> make_genotype_similarity(Communicator& world,
                                                            std::span<const std::size_t> sizes) {
  return std::make_unique<GenotypeSimilarity>(world, sizes);
}

}  // namespace skerry
