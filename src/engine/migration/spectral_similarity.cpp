#include "engine/migration/records.hpp"
#include "engine/migration/similarity.hpp"
#include "engine/migration/spectral_order.hpp"

#include <algorithm>
#include <numeric>

namespace skerry {

namespace {

class SpectralSimilarity final : public SimilarityMeasure {
 public:
  SpectralSimilarity(Communicator& world, std::span<const std::size_t> sizes)
      : SimilarityMeasure(world, sizes),
        counts_(sample_counts(sizes)),
        slots_(sample_slots(own_size(), counts_[world.rank()])),
        sampled_(std::reduce(counts_.begin(), counts_.end())),
        row_values_(counts_),
        record_bytes_(world.size()),
        distances_(sampled_ * own_size()),
        rows_(slots_.size() * sampled_),
        keys_(slots_.size()) {
    for (std::size_t& values : row_values_) values *= sampled_;
    if (world.rank() != 0) return;
    all_rows_.resize(sampled_ * sampled_);
    all_keys_.resize(sampled_);
  }

  std::span<const double> measure(Island& island, std::span<const Key> ranking,
                                  std::uint64_t /*epoch*/) override {
    share_sample(island);
    for (std::size_t member = 0; member < sampled_; ++member) {
      const auto record =
          std::span(sample_).subspan(offsets_[member], offsets_[member + 1] - offsets_[member]);
      island.measure_distances(record, std::span(distances_).subspan(member * own_size(), own_size()));
    }
    extend(agree_on_order(ranking), distances_, values_);
    return values_;
  }

 private:
  /// Brings the genomes of the sample to every rank.
  void share_sample(Island& island) {
    own_records_.clear();
    for (const std::size_t slot : slots_) {
      const auto record = island.pack(slot, 1);
      own_records_.insert(own_records_.end(), record.begin(), record.end());
    }
    world_.allgather(own_records_.size(), std::span(record_bytes_));
    sample_.resize(std::reduce(record_bytes_.begin(), record_bytes_.end()));
    world_.allgather(std::span<const std::byte>(own_records_), record_bytes_, std::span(sample_));
    locate_records(sample_, sampled_, island.record_size_bytes(), offsets_);
    traffic_.sent_bytes = others() * (sizeof(std::size_t) + own_records_.size());
    traffic_.received_bytes = others() * sizeof(std::size_t) + sample_.size() - own_records_.size();
  }

  /// Brings the distances within the sample to the first rank, which computes the order for all: so every
  /// rank has the same one, whatever its machine.
  SpectralOrder agree_on_order(std::span<const Key> ranking) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      keys_[i] = ranking[slots_[i]];
      for (std::size_t member = 0; member < sampled_; ++member) {
        rows_[i * sampled_ + member] = distances_[member * own_size() + slots_[i]];
      }
    }
    world_.gather(std::span<const Key>(keys_), counts_, std::span(all_keys_));
    world_.gather(std::span<const double>(rows_), row_values_, std::span(all_rows_));
    SpectralOrder order;
    if (world_.rank() == 0) {
      const auto best = std::ranges::min_element(all_keys_) - all_keys_.begin();
      order = spectral_order(all_rows_, sampled_, static_cast<std::size_t>(best));
    }
    world_.broadcast(order);
    count_agreement();
    return order;
  }

  void count_agreement() {
    const std::size_t member_bytes = sizeof(Key) + sampled_ * sizeof(double);
    if (world_.rank() == 0) {
      traffic_.sent_bytes += others() * sizeof(SpectralOrder);
      traffic_.received_bytes += (sampled_ - slots_.size()) * member_bytes;
    } else {
      traffic_.sent_bytes += slots_.size() * member_bytes;
      traffic_.received_bytes += sizeof(SpectralOrder);
    }
  }

  std::vector<std::size_t> counts_;  // of the sample's individuals, by island
  std::vector<std::size_t> slots_;   // of this island's individuals in the sample
  std::size_t sampled_;
  std::vector<std::size_t> row_values_;    // of each island
  std::vector<std::size_t> record_bytes_;  // of each island
  std::vector<std::byte> own_records_;
  std::vector<std::byte> sample_;  // the genomes of the sample
  std::vector<std::size_t> offsets_;
  std::vector<double> distances_;  // [individual of the sample][slot]
  std::vector<double> rows_;       // [own individual of the sample][individual of the sample]
  std::vector<Key> keys_;          // of the own individuals of the sample
  std::vector<double> all_rows_;   // filled, like the next, on the first rank only
  std::vector<Key> all_keys_;
};

}  // namespace

std::unique_ptr<SimilarityMeasure> make_spectral_similarity(Communicator& world,
                                                            std::span<const std::size_t> sizes) {
  return std::make_unique<SpectralSimilarity>(world, sizes);
}

}  // namespace skerry
