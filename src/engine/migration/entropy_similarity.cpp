#include "skerry/error.hpp"

#include "engine/migration/gene_table.hpp"
#include "engine/migration/similarity.hpp"

#include <numeric>

namespace skerry {

namespace {

class EntropySimilarity final : public SimilarityMeasure {
 public:
  EntropySimilarity(Communicator& world, std::span<const std::size_t> sizes)
      : SimilarityMeasure(world, sizes), genes_(std::reduce(sizes.begin(), sizes.end())) {}

  std::span<const double> measure(Island& island, std::span<const Key> /*ranking*/,
                                  std::uint64_t /*epoch*/) override {
    genes_.clear();
    for (std::size_t slot = 0; slot < own_size(); ++slot) genes_.count(island.loci(slot));
    world_.add_up(genes_.counts());
    genes_.close();
    traffic_.sent_bytes = traffic_.received_bytes = genes_.counts().size_bytes();
    for (std::size_t slot = 0; slot < own_size(); ++slot) {
      values_[slot] = genes_.information(island.loci(slot));
    }
    return values_;
  }

 private:
  GeneTable genes_;
};

}  // namespace

std::unique_ptr<SimilarityMeasure> make_entropy_similarity(Communicator& world, const Island& island,
                                                           std::span<const std::size_t> sizes) {
  if (!island.knows_loci()) {
    throw UsageError(
        "migration.similarity is \"entropy\", and this problem does not say what the loci of its genome "
        "hold; "
        "it takes a member void loci(const Genome&, skerry::Loci&) const, or a stock genome");
  }
  return std::make_unique<EntropySimilarity>(world, sizes);
}

}  // namespace skerry
