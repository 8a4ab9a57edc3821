#include "engine/similarity/spectral_similarity.hpp"

#include "engine/migration/plan.hpp"
#include "engine/similarity/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

  /// The first rank computes the order for all: so every rank has the same one, whatever its machine.
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
  std::vector<std::size_t> row_values_;
  std::vector<std::size_t> record_bytes_;
  std::vector<std::byte> own_records_;
  std::vector<std::byte> sample_;
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

namespace {

constexpr int power_steps = 128;

using Entries = std::array<double, most_sampled>;

double into_unit_interval(double distance) {
  return distance <= 1 ? std::max(distance, 0.0) : 1.0;  // NaN is not <= 1
}

double weight_at(double distance, double scale) {
  const double root = scale / (scale + into_unit_interval(distance));
  return root * root;
}

/// Returns an entry of the start of the power iteration, in [0, 1). It looks random, so that no symmetry of
/// the graph makes the start orthogonal to the eigenvector.
double start_entry(std::size_t place) {
  const std::uint64_t spread = (std::uint64_t{place} + 1) * 0x9e3779b97f4a7c15U;
  return static_cast<double>(spread >> 11) / (std::uint64_t{1} << 53);
}

class Walk {
 public:
  Walk(std::span<const double> distances, std::size_t sampled)
      : sampled_(sampled), weights_(sampled * sampled) {
    double sum = 0;
    for (std::size_t a = 1; a < sampled; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        // A distance of a user's problem need not be the same both ways.
        const double distance = (into_unit_interval(distances[a * sampled + b]) +
                                 into_unit_interval(distances[b * sampled + a])) /
                                2;
        weights_[a * sampled + b] = weights_[b * sampled + a] = distance;
        sum += distance;
      }
    }
    if (sum == 0) return;
    scale_ = sum / (static_cast<double>(sampled * (sampled - 1)) / 2);
    for (double& weight : weights_) weight = weight_at(weight, scale_);
    for (std::size_t a = 0; a < sampled; ++a) {
      const auto row = std::span(weights_).subspan(a * sampled, sampled);
      degrees_[a] = std::accumulate(row.begin(), row.end(), 0.0);
    }
  }

  double scale() const { return scale_; }

  /// Removes the part of the first eigenvector, which is constant.
  void deflate(Entries& entries) const {
    double sum = 0;
    double degrees = 0;
    for (std::size_t a = 0; a < sampled_; ++a) {
      sum += degrees_[a] * entries[a];
      degrees += degrees_[a];
    }
    for (std::size_t a = 0; a < sampled_; ++a) entries[a] -= sum / degrees;
  }

  void step(Entries& entries) const {
    Entries next{};
    // The weights are symmetric, so a row may stand for the column.
    for (std::size_t b = 0; b < sampled_; ++b) {
      for (std::size_t a = 0; a < sampled_; ++a) next[a] += weights_[b * sampled_ + a] * entries[b];
    }
    for (std::size_t a = 0; a < sampled_; ++a) entries[a] = next[a] / degrees_[a];
  }

 private:
  std::size_t sampled_;
  double scale_ = 0;
  std::vector<double> weights_;  // distances until the scale is known
  Entries degrees_{};
};

/// Scales the entries so that the largest is 1 or -1; returns false if all are 0.
bool normalise_entries(std::span<double> entries) {
  double largest = 0;
  for (const double entry : entries) largest = std::max(largest, std::abs(entry));
  if (largest == 0) return false;
  for (double& entry : entries) entry /= largest;
  return true;
}

}  // namespace

std::vector<std::size_t> sample_counts(std::span<const std::size_t> sizes) {
  const std::uint64_t everyone = std::reduce(sizes.begin(), sizes.end(), std::uint64_t{0});
  const std::uint64_t sampled = std::min<std::uint64_t>(everyone, most_sampled);
  std::vector<std::size_t> counts;
  counts.reserve(sizes.size());
  std::uint64_t before = 0;
  for (const std::size_t size : sizes) {
    const std::uint64_t after = before + size;
    // Rounded up, so that island 0 has at least one.
    const auto places_before = [&](std::uint64_t place) {
      return (place * sampled + everyone - 1) / everyone;
    };
    counts.push_back(places_before(after) - places_before(before));
    before = after;
  }
  return counts;
}

std::vector<std::size_t> sample_slots(std::size_t size, std::size_t count) {
  std::vector<std::size_t> slots(count);
  for (std::size_t i = 0; i < count; ++i) slots[i] = i * size / count;
  return slots;
}

SpectralOrder spectral_order(std::span<const double> distances, std::size_t sampled, std::size_t first) {
  SpectralOrder order{.sampled = sampled};
  const Walk walk(distances, sampled);
  if (walk.scale() == 0) return order;
  const auto entries = std::span(order.entries).first(sampled);
  for (std::size_t a = 0; a < sampled; ++a) entries[a] = start_entry(a);
  for (int step = 0; step < power_steps; ++step) {
    walk.deflate(order.entries);
    walk.step(order.entries);
    if (!normalise_entries(entries)) return order;
  }
  order.scale = walk.scale();
  if (entries[first] > 0) {
    for (double& entry : entries) entry = -entry;
  }
  return order;
}

void extend(const SpectralOrder& order, std::span<const double> distances, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    double weights = 0;
    double sum = 0;
    for (std::size_t a = 0; order.scale > 0 && a < order.sampled; ++a) {
      const double weight = weight_at(distances[a * values.size() + i], order.scale);
      weights += weight;
      sum += weight * order.entries[a];
    }
    values[i] = weights > 0 ? sum / weights : 0;
  }
}

}  // namespace skerry
