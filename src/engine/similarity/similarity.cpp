#include "engine/similarity/similarity.hpp"

#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

namespace skerry {

SimilarityMeasure::SimilarityMeasure(Communicator& world, std::span<const std::size_t> sizes)
    : world_(world), sizes_(sizes.begin(), sizes.end()), values_(sizes_[world.rank()]) {}

namespace {

/// The value is the distance to the best individual of all islands; of equally good ones, the first island's.
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
  std::vector<Key> best_keys_;
  std::vector<std::byte> best_genome_;
};

/// The value is a random number, another one for each migration of a run.
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

/// The most individuals of a pool that each rank sorts.
constexpr std::size_t largest_pool = 65'536;

/// The value is the place in the crowded order (CrowdedOrder).
class FrontSimilarity final : public SimilarityMeasure {
 public:
  FrontSimilarity(Communicator& world, std::size_t objectives, std::span<const std::size_t> sizes)
      : SimilarityMeasure(world, sizes), width_(objectives + 1), lengths_(sizes.begin(), sizes.end()) {
    for (std::size_t& length : lengths_) length *= width_;
    first_ = std::reduce(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(world.rank()));
  }

  std::span<const double> measure(Island& island, std::span<const Key> ranking,
                                  std::uint64_t /*epoch*/) override {
    own_.clear();
    const auto objectives = island.objectives();
    for (std::size_t slot = 0; slot < own_size(); ++slot) {
      own_.push_back(ranking[slot].violation);
      const auto row = objectives.subspan(slot * (width_ - 1), width_ - 1);
      own_.insert(own_.end(), row.begin(), row.end());
    }
    all_.resize(std::reduce(lengths_.begin(), lengths_.end()));
    world_.allgather(std::span<const double>(own_), lengths_, std::span(all_));
    traffic_.sent_bytes = others() * own_.size() * sizeof(double);
    traffic_.received_bytes = (all_.size() - own_.size()) * sizeof(double);

    violations_.clear();
    rows_.clear();
    for (auto next = all_.begin(); next != all_.end(); next += static_cast<std::ptrdiff_t>(width_)) {
      violations_.push_back(*next);
      rows_.insert(rows_.end(), next + 1, next + static_cast<std::ptrdiff_t>(width_));
    }
    order_.sort({rows_, width_ - 1}, violations_);
    for (std::size_t place = 0; place < violations_.size(); ++place) {
      const std::size_t individual = order_.order()[place];
      if (individual >= first_ && individual < first_ + own_size())
        values_[individual - first_] = static_cast<double>(place);
    }
    return values_;
  }

 private:
  std::size_t width_;                 // of an individual: its violation and its objectives
  std::vector<std::size_t> lengths_;  // of what each island sends
  std::size_t first_ = 0;             // the place of this island's first individual among all
  std::vector<double> own_;
  std::vector<double> all_;
  std::vector<double> violations_;
  std::vector<double> rows_;
  CrowdedOrder order_;
};

/// The value is the self-information of an individual's genes in the pool (GeneTable).
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

constexpr int fraction_bits = 24;
constexpr std::uint64_t fewest_cells = std::uint64_t{1} << 12;
constexpr std::uint64_t most_cells = std::uint64_t{1} << 16;

std::uint64_t cells_for(std::uint64_t individuals) {
  return std::clamp(std::bit_ceil(64 * std::min(individuals, most_cells)), fewest_cells, most_cells);
}

void expect_objectives(const Island& island, const Communicator& world, std::span<const std::size_t> sizes) {
  if (island.objective_count() == 0) {
    throw UsageError(
        "migration.similarity is \"front\", which orders by several objectives; only the algorithm \"nsga2\" "
        "knows of them");
  }
  const std::size_t pool = std::reduce(sizes.begin(), sizes.end());
  if (world.size() > 1 && pool > largest_pool) {
    throw UsageError(
        "migration.similarity is \"front\" with a pool of " + std::to_string(pool) +
        " individuals, all of which each rank would have to sort; the most is " +
        std::to_string(largest_pool) +
        ". Groups of islands (migration.group) have smaller pools, and \"random\" sorts no fronts");
  }
}

void expect_loci(const Island& island) {
  if (!island.knows_loci()) {
    throw UsageError(
        "migration.similarity is \"entropy\", and this problem does not say what the loci of its genome "
        "hold; "
        "it takes a member void loci(const Genome&, skerry::Loci&) const, or a stock genome");
  }
}

}  // namespace

std::unique_ptr<SimilarityMeasure> make_similarity(Similarity similarity, Communicator& world,
                                                   const Island& island, std::span<const std::size_t> sizes,
                                                   std::uint64_t seed) {
  switch (similarity) {
    case Similarity::genotype:
      return std::make_unique<GenotypeSimilarity>(world, sizes);
    case Similarity::entropy:
      expect_loci(island);
      return std::make_unique<EntropySimilarity>(world, sizes);
    case Similarity::spectral:
      return make_spectral_similarity(world, sizes);
    case Similarity::random:
      return std::make_unique<RandomSimilarity>(world, sizes, seed);
    case Similarity::front:
      expect_objectives(island, world, sizes);
      return std::make_unique<FrontSimilarity>(world, island.objective_count(), sizes);
    case Similarity::fitness:
      break;
  }
  return nullptr;
}

std::uint64_t fixed_log2(std::uint32_t number) {
  const int whole = static_cast<int>(std::bit_width(number)) - 1;
  std::uint64_t mantissa = std::uint64_t{number} << (31 - whole);  // in [1, 2), in units of 2^-31
  auto log = static_cast<std::uint64_t>(whole);
  for (int bit = 0; bit < fraction_bits; ++bit) {
    mantissa = mantissa * mantissa >> 31;  // the square of the number has twice its logarithm
    const std::uint64_t carry = mantissa >> 32;
    mantissa >>= carry;
    log = 2 * log + carry;
  }
  return log;
}

GeneTable::GeneTable(std::uint64_t individuals)
    : individuals_(individuals),
      shift_(65 - static_cast<int>(std::bit_width(cells_for(individuals)))),
      counts_(cells_for(individuals)),
      information_(cells_for(individuals)) {}

void GeneTable::close() {
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(individuals_, ~std::uint32_t{0}));
  const std::uint64_t whole_pool = fixed_log2(most);
  for (std::size_t at = 0; at < counts_.size(); ++at) {
    if (counts_[at] > 0) information_[at] = whole_pool - fixed_log2(std::min(counts_[at], most));
  }
}

double GeneTable::information(std::span<const std::uint64_t> loci) const {
  std::uint64_t sum = 0;
  for (std::size_t locus = 0; locus < loci.size(); ++locus) sum += information_[cell(locus, loci[locus])];
  return static_cast<double>(sum) / (std::uint64_t{1} << fraction_bits);
}

/// Returns the upper bits of a hash, on which all bits of the locus and the value have an effect.
std::size_t GeneTable::cell(std::size_t locus, std::uint64_t value) const {
  std::uint64_t hash = (value + 1) * 0x9e3779b97f4a7c15U ^ (locus + 1) * 0xc2b2ae3d27d4eb4fU;
  hash ^= hash >> 32;
  return hash * 0xa0761d6478bd642fU >> shift_;
}

}  // namespace skerry
