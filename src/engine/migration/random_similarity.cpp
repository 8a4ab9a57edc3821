#include "skerry/random.hpp"

#include "engine/migration/similarity.hpp"

namespace skerry {

namespace {

class RandomSimilarity final : public SimilarityMeasure {
 public:
  RandomSimilarity(Communicator& world, std::span<const std::size_t> sizes, std::uint64_t seed)
      : SimilarityMeasure(world, sizes), seed_(seed) {}

  std::span<const double> measure(Island& /*island*/, std::span<const Key> /*ranking*/,
                                  std::uint64_t epoch) override {
    const std::uint64_t stream = epoch * world_.size() + world_.rank();
    Random random(seed_, static_cast<std::uint32_t>(stream), Purpose::migration);
    for (double& value : values_) value = random.uniform();
    return values_;
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<SimilarityMeasure> make_random_similarity(Communicator& world,
                                                          std::span<const std::size_t> sizes,
                                                          std::uint64_t seed) {
  return std::make_unique<RandomSimilarity>(world, sizes, seed);
}

}  // namespace skerry
