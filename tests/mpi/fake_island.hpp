#pragma once

#include "skerry/island.hpp"

#include "support/testing.hpp"

namespace skerry {

/// An island whose individuals are numbers, since the tests only follow their migration. Each record holds
/// its number, filled up to `record_size` bytes, or for 0 to a size that depends on the number. Keys have
/// many ties.
class FakeIsland : public Island {
 public:
  struct Individual {
    std::uint64_t number = 0;
    Key key;
    friend bool operator==(const Individual&, const Individual&) = default;
  };

  FakeIsland(std::size_t record_size, std::vector<Individual> individuals)
      : record_size_(record_size), individuals_(std::move(individuals)) {}

  const std::vector<Individual>& individuals() const { return individuals_; }

  void initialise() override {}
  void evolve(std::uint64_t) override {}
  std::span<const Statistics> statistics() const override { return {}; }
  std::span<const Improvement> improvements() const override { return {}; }
  void forget() override {}
  std::size_t size() const override { return individuals_.size(); }
  Direction direction() const override { return Direction::minimise; }

  std::span<const Key> sort() override {
    std::ranges::stable_sort(individuals_, {}, &Individual::key);
    keys_.clear();
    for (const auto& individual : individuals_) keys_.push_back(individual.key);
    return keys_;
  }

  /// Returns a distance in [0, 1], with many ties.
  static double distance(std::uint64_t a, std::uint64_t b) {
    const auto trait = [](std::uint64_t number) { return static_cast<double>(number * 2654435761 % 11); };
    return std::abs(trait(a) - trait(b)) / 10;
  }
  void measure_distances(std::span<const std::byte> genome, std::span<double> distances) override {
    inbox_.assign(genome.begin(), genome.end());
    std::size_t offset = 0;
    const std::uint64_t reference = take_record(offset);
    for (std::size_t slot = 0; slot < size(); ++slot) {
      distances[slot] = distance(individuals_[slot].number, reference);
    }
  }

  /// Returns the values at three loci; the third is the same for all numbers.
  static std::array<std::uint64_t, 3> loci_of(std::uint64_t number) {
    return {number % 3, number / 7 % 5, 4};
  }
  void forget_loci() { knows_loci_ = false; }
  bool knows_loci() const override { return knows_loci_; }
  std::span<const std::uint64_t> loci(std::size_t slot) override {
    loci_ = loci_of(individuals_[slot].number);
    return loci_;
  }

  std::size_t objective_count() const override { return 2; }
  std::span<const double> objectives() const override {
    objectives_.clear();
    for (const auto& individual : individuals_) {
      objectives_.push_back(static_cast<double>(individual.number % 5));
      objectives_.push_back(static_cast<double>(individual.number * 7 % 9));
    }
    return objectives_;
  }

  std::span<const SimilarityKey> sort_by(std::span<const double> values) override {
    std::vector<std::pair<SimilarityKey, Individual>> sorted;
    for (std::size_t slot = 0; slot < size(); ++slot) {
      sorted.push_back({{values[slot], individuals_[slot].key}, individuals_[slot]});
    }
    std::ranges::stable_sort(sorted, {}, [](const auto& entry) { return entry.first; });
    similarity_keys_.clear();
    for (std::size_t slot = 0; slot < size(); ++slot) {
      similarity_keys_.push_back(sorted[slot].first);
      individuals_[slot] = sorted[slot].second;
    }
    return similarity_keys_;
  }

  std::size_t record_size_bytes() const override { return record_size_; }

  std::span<const std::byte> pack(std::size_t first, std::size_t count) override {
    outbox_.clear();
    for (std::size_t slot = first; slot < first + count; ++slot) append_record(individuals_[slot].number);
    return outbox_;
  }
  std::span<std::byte> inbox(std::size_t size_bytes) override {
    inbox_.assign(size_bytes, std::byte{0xee});
    return inbox_;
  }

  /// Reads the inbox and checks every filling byte.
  void settle(std::span<const Key> keys) override {
    if (keys.size() != size()) throw std::logic_error("not my size");
    std::size_t offset = 0;
    for (std::size_t slot = 0; slot < size(); ++slot) individuals_[slot] = {take_record(offset), keys[slot]};
    if (offset != inbox_.size()) throw std::logic_error("the inbox is longer than its records");
  }

  Key best_key() const override { return individuals_.front().key; }
  std::vector<std::byte> best_genome() const override { return {}; }
  std::vector<std::byte> save() const override { return {}; }
  void load(std::span<const std::byte>) override {}

 private:
  std::size_t filling(std::uint64_t number) const {
    return record_size_ == 0 ? number % 37 : record_size_ - sizeof(number);
  }
  static std::byte pattern(std::uint64_t number, std::size_t i) {
    return static_cast<std::byte>((number * 31 + i * 7) % 251);
  }

  void append(std::uint64_t value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    outbox_.insert(outbox_.end(), bytes.begin(), bytes.end());
  }
  void append_record(std::uint64_t number) {
    if (record_size_ == 0) append(sizeof(number) + filling(number));
    append(number);
    for (std::size_t i = 0; i < filling(number); ++i) outbox_.push_back(pattern(number, i));
  }

  std::uint64_t take(std::size_t& offset) const {
    if (inbox_.size() - offset < sizeof(std::uint64_t)) throw std::logic_error("the inbox ends too early");
    std::uint64_t value = 0;
    std::memcpy(&value, inbox_.data() + offset, sizeof(value));
    offset += sizeof(value);
    return value;
  }
  std::uint64_t take_record(std::size_t& offset) const {
    const std::uint64_t size = record_size_ == 0 ? take(offset) : record_size_;
    const std::uint64_t number = take(offset);
    if (size != sizeof(number) + filling(number)) throw std::logic_error("a record of a wrong size");
    for (std::size_t i = 0; i < filling(number); ++i) {
      if (inbox_.at(offset + i) != pattern(number, i)) throw std::logic_error("a damaged record");
    }
    offset += filling(number);
    return number;
  }

  std::size_t record_size_;
  std::vector<Individual> individuals_;
  std::vector<Key> keys_;
  std::vector<SimilarityKey> similarity_keys_;
  mutable std::vector<double> objectives_;
  std::array<std::uint64_t, 3> loci_{};
  bool knows_loci_ = true;
  std::vector<std::byte> outbox_;
  std::vector<std::byte> inbox_;
};

}  // namespace skerry
