#include "engine/migration/spectral_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace skerry {

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

/// The matrix of a random walk on the graph of a sample.
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

/// Scales the entries so that the largest is 1 or -1; returns false where all are 0.
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
