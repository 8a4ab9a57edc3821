#include "engine/migration/plan.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace skerry {

namespace {

/// Throws UsageError if an island sends to more or fewer islands than it receives from.
void expect_balance(const Topology& topology, const Links& links) {
  std::vector<std::size_t> sources(links.size());
  for (const auto& targets : links) {
    for (const std::size_t target : targets) ++sources[target];
  }
  for (std::size_t island = 0; island < links.size(); ++island) {
    if (sources[island] == links[island].size()) continue;
    throw UsageError("topology \"" + topology.name() + "\": the number of islands that island " +
                     std::to_string(island) + " sends to is " + std::to_string(links[island].size()) +
                     ", and that it receives from is " + std::to_string(sources[island]) +
                     "; where migrants move both are equal (transfer \"copy\" takes any links)");
  }
}

bool run_both_ways(const Links& links) {
  for (std::size_t source = 0; source < links.size(); ++source) {
    for (const std::size_t target : links[source]) {
      if (!std::ranges::binary_search(links[target], source)) return false;
    }
  }
  return true;
}

/// Returns how many individuals each link carries: all of an island send no more than it has.
std::uint64_t share(std::uint64_t migrants, std::size_t size, std::size_t links) {
  return links == 0 ? migrants : std::min<std::uint64_t>(migrants, size / links);
}

/// Plans a moving migration. If all links run both ways (torus, hypercube) a link carries the smaller share
/// of its ends, elsewhere (ring, random) the smallest of all: an island sends what it receives.
Plan plan_moves(const Links& links, std::span<const std::size_t> sizes, std::uint64_t migrants) {
  std::vector<std::uint64_t> shares(sizes.size());
  for (std::size_t island = 0; island < sizes.size(); ++island) {
    shares[island] = share(migrants, sizes[island], links[island].size());
  }
  if (!run_both_ways(links)) std::ranges::fill(shares, std::ranges::min(shares));

  Plan plan(sizes.size());
  for (std::size_t source = 0; source < sizes.size(); ++source) {
    std::uint32_t next = 0;
    for (const std::size_t target : links[source]) {
      const auto count = static_cast<std::uint32_t>(std::min(shares[source], shares[target]));
      plan.at(source, target) = {next, count};
      next += count;
    }
    plan.at(source, source) = {next, static_cast<std::uint32_t>(sizes[source]) - next};
  }
  return plan;
}

Plan plan_copies(const Links& links, std::span<const std::size_t> sizes, std::uint64_t migrants) {
  std::vector<std::uint64_t> staying(sizes.begin(), sizes.end());
  Plan plan(sizes.size());
  for (std::size_t source = 0; source < sizes.size(); ++source) {
    for (const std::size_t target : links[source]) {
      const std::uint64_t count = std::min({migrants, std::uint64_t{sizes[source]}, staying[target] - 1});
      plan.at(source, target) = {0, static_cast<std::uint32_t>(count)};
      staying[target] -= count;
    }
  }
  for (std::size_t island = 0; island < sizes.size(); ++island) {
    plan.at(island, island) = {0, static_cast<std::uint32_t>(staying[island])};
  }
  return plan;
}

}  // namespace

template <typename K>
Plan plan_pool(std::span<const std::span<const K>> sorted_keys, SerialWork* work) {
  const BlockCuts<K> cuts(sorted_keys);
  if (work != nullptr) work->compared += cuts.compared();
  Plan plan(sorted_keys.size());
  for (std::size_t source = 0; source < sorted_keys.size(); ++source) {
    for (std::size_t target = 0; target < sorted_keys.size(); ++target) {
      const std::uint32_t first = cuts.at(target, source);
      plan.at(source, target) = {first, cuts.at(target + 1, source) - first};
    }
  }
  return plan;
}

template Plan plan_pool<Key>(std::span<const std::span<const Key>> sorted_keys, SerialWork* work);
template Plan plan_pool<SimilarityKey>(std::span<const std::span<const SimilarityKey>> sorted_keys,
                                       SerialWork* work);

Plan plan_links(const MigrationSettings& settings, const TopologyRequest& request,
                std::span<const std::size_t> sizes) {
  const Links links = settings.topology.links(request);
  if (settings.transfer == Transfer::copy) return plan_copies(links, sizes, settings.migrants);
  expect_balance(settings.topology, links);
  return plan_moves(links, sizes, settings.migrants);
}

namespace {

/// Returns the first place in low .. high whose key does not come before `key`, or with `ties` after it.
template <typename K>
std::uint32_t find_place(std::span<const K> run, std::uint32_t low, std::uint32_t high, const K& key,
                         bool ties, std::uint64_t& compared) {
  std::uint32_t length = high - low;
  while (length > 0) {
    ++compared;
    const std::uint32_t half = length / 2;
    const K& middle = run[low + half];
    const bool right = ties ? !precedes(key, middle) : precedes(middle, key);
    low += right ? half + 1 : 0;
    length = right ? length - half - 1 : half;
  }
  return low;
}

}  // namespace

template <typename K>
BlockCuts<K>::BlockCuts(std::span<const std::span<const K>> runs)
    : runs_(runs), starts_(runs.size() + 1), cuts_((runs.size() + 1) * runs.size()) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    starts_[run + 1] = starts_[run] + runs[run].size();
    row(runs.size())[run] = static_cast<std::uint32_t>(runs[run].size());
  }
  pivots_.reserve(runs.size());
  fetch_outlines();
  cut_between(0, runs.size());
}

// The keys lie in the caches of other ranks, for which the searches would wait one after another.
template <typename K>
void BlockCuts<K>::fetch_outlines() const {
  constexpr std::size_t parts = 32;
  for (const auto& run : runs_) {
    for (std::size_t part = 1; part < parts; ++part)
      __builtin_prefetch(run.data() + part * run.size() / parts);
  }
}

// The middle block is cut first: its cuts narrow the search for the blocks on either side.
template <typename K>
void BlockCuts<K>::cut_between(std::size_t low, std::size_t high) {
  const std::size_t middle = low + (high - low) / 2;
  if (middle == low) return;
  cut(middle, row(low), row(high));
  cut_between(low, middle);
  cut_between(middle, high);
}

// Selects in several sorted runs at once; a pivot near the middle of what is open rules out a quarter.
template <typename K>
void BlockCuts<K>::cut(std::size_t block, std::span<const std::uint32_t> low,
                       std::span<const std::uint32_t> high) {
  const auto lower = row(block);
  std::ranges::copy(low, lower.begin());
  high_.assign(high.begin(), high.end());
  places_.resize(runs_.size());
  std::uint64_t in_front = 0;
  for (const std::uint32_t place : lower) in_front += place;

  while (in_front < starts_[block]) {
    const Pivot pivot = choose_pivot(lower, high_);
    std::uint64_t before_pivot = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      places_[run] = run == pivot.run ? pivot.place
                                      : find_place(runs_[run], lower[run], high_[run], pivot.key,
                                                   run < pivot.run, compared_);
      before_pivot += places_[run];
    }
    if (before_pivot < starts_[block]) {
      std::ranges::copy(places_, lower.begin());
      ++lower[pivot.run];
      in_front = before_pivot + 1;
    } else {
      std::swap(high_, places_);
    }
  }
}

/// Returns the weighted median of the middles of the open parts of the runs.
template <typename K>
typename BlockCuts<K>::Pivot BlockCuts<K>::choose_pivot(std::span<const std::uint32_t> low,
                                                        std::span<const std::uint32_t> high) {
  pivots_.clear();
  std::uint64_t open = 0;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    if (low[run] == high[run]) continue;
    const std::uint32_t place = low[run] + (high[run] - low[run]) / 2;
    pivots_.push_back({runs_[run][place], run, place, high[run] - low[run]});
    open += high[run] - low[run];
  }
  std::ranges::sort(pivots_, [this](const Pivot& a, const Pivot& b) {
    ++compared_;
    return a.key == b.key ? a.run < b.run : precedes(a.key, b.key);
  });
  std::uint64_t passed = 0;
  for (const Pivot& pivot : pivots_) {
    passed += pivot.weight;
    if (2 * passed >= open) return pivot;
  }
  return pivots_.back();
}

template class BlockCuts<Key>;
template class BlockCuts<SimilarityKey>;

void locate_records(std::span<const std::byte> buffer, std::size_t count, std::size_t record_size_bytes,
                    std::vector<std::size_t>& offsets) {
  offsets.resize(count + 1);
  std::size_t offset = 0;
  for (std::size_t i = 0; i < count; ++i) {
    offsets[i] = offset;
    const std::size_t left = buffer.size() - offset;
    std::uint64_t size = record_size_bytes;
    if (record_size_bytes == 0) {
      if (left < sizeof(size)) throw DataError("a buffer of genomes ends in the middle of a record");
      std::memcpy(&size, buffer.data() + offset, sizeof(size));
      if (size > left - sizeof(size)) throw DataError("a buffer of genomes ends in the middle of a record");
      size += sizeof(size);
    }
    offset += size;
  }
  offsets[count] = offset;
  if (offset != buffer.size()) throw DataError("a buffer of genomes is longer than its records");
}

}  // namespace skerry
