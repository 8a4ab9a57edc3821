#include "engine/migration/similarity.hpp"

namespace skerry {

SimilarityMeasure::SimilarityMeasure(Communicator& world, std::span<const std::size_t> sizes)
    : world_(world), sizes_(sizes.begin(), sizes.end()), values_(sizes_[world.rank()]) {}

std::unique_ptr<SimilarityMeasure> make_similarity(Similarity similarity, Communicator& world,
                                                   const Island& island, std::span<const std::size_t> sizes,
                                                   std::uint64_t seed) {
  switch (similarity) {
    case Similarity::genotype:
      return make_genotype_similarity(world, sizes);
    case Similarity::entropy:
      return make_entropy_similarity(world, island, sizes);
    case Similarity::spectral:
      return make_spectral_similarity(world, sizes);
    case Similarity::random:
      return make_random_similarity(world, sizes, seed);
    case Similarity::front:
      return make_front_similarity(world, island, sizes);
    case Similarity::fitness:
      break;
  }
  return nullptr;
}

}  // namespace skerry
