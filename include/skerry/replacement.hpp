#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/population.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// A replacement that names the survivors of a generation:
///
///   std::span<const std::uint32_t> survivors(const Population<Genome>& parents,
///                                            const Population<Genome>& children, Random& random);
///
/// Of n parents, slots 0 .. n - 1 are theirs, and n + i is that of child i. It returns n slots, in a view
/// that is valid until the next call; a slot may occur several times.
template <typename R, typename Genome>
concept SelectsSurvivors = requires(R& replacement, const Population<Genome>& individuals, Random& random) {
  {
    replacement.survivors(individuals, individuals, random)
    } -> std::convertible_to<std::span<const std::uint32_t>>;
};

/// A replacement that makes the next population itself:
///
///   void replace(Population<Genome>& population, Population<Genome>& children, Population<Genome>& next,
///                Random& random);
///
/// `population` holds the parents before the call, and as many individuals after it. `next` has room for as
/// many; its contents, and those of `children`, may be anything after the call.
template <typename R, typename Genome>
concept ReplacesPopulation = requires(R& replacement, Population<Genome>& individuals, Random& random) {
  { replacement.replace(individuals, individuals, individuals, random) } -> std::same_as<void>;
};

/// A rule that decides which individuals survive a generation. A program brings its own (see
/// skerry/own_parts.hpp) as a struct with `static constexpr std::string_view name`, which island.replacement
/// calls it, and one of the two functions above. It may also have `void configure(const Genetic& settings,
/// Direction direction)`, which is called once before the first generation.
template <typename R, typename Genome>
concept ReplacementRule = std::copy_constructible<R> && requires {
  { R::name } -> std::convertible_to<std::string_view>;
} &&(SelectsSurvivors<R, Genome> || ReplacesPopulation<R, Genome>);

template <typename Genome>
void copy_individual(const Population<Genome>& from, std::size_t at, Population<Genome>& to,
                     std::size_t slot) {
  to.genomes[slot] = from.genomes[at];
  to.keys[slot] = from.keys[at];
}

/// Chooses the survivors of (mu + lambda) replacement; parents are slots 0 .. mu - 1, and ties go to the
/// earlier slot. Unless `keep_duplicates`, equal genomes survive once while there are others.
class PlusReplacement {
 public:
  static constexpr std::string_view name = "plus";
  explicit PlusReplacement(bool keep_duplicates = false) : keep_duplicates_(keep_duplicates) {}
  void configure(const Genetic& settings, Direction /*direction*/) {
    keep_duplicates_ = settings.keep_duplicates;
  }

  /// Returns the best first.
  template <typename Genome>
  std::span<const std::uint32_t> survivors(const Population<Genome>& parents,
                                           const Population<Genome>& children, Random& /*random*/) {
    keys_.assign(parents.keys.begin(), parents.keys.end());
    keys_.insert(keys_.end(), children.keys.begin(), children.keys.end());
    order_by_key(keys_, ranking_);
    if (keep_duplicates_) return std::span(ranking_).first(parents.size());

    const auto genome = [&](std::uint32_t slot) -> const Genome& {
      return slot < parents.size() ? parents.genomes[slot] : children.genomes[slot - parents.size()];
    };
    kept_.clear();
    duplicates_.clear();
    for (const std::uint32_t slot : ranking_) {
      if (kept_.size() == parents.size()) break;
      bool seen = false;
      for (auto other = kept_.rbegin(); other != kept_.rend() && keys_[*other] == keys_[slot] && !seen;
           ++other) {
        seen = genome(*other) == genome(slot);
      }
      (seen ? duplicates_ : kept_).push_back(slot);
    }
    for (std::size_t next = 0; kept_.size() < parents.size(); ++next) kept_.push_back(duplicates_[next]);
    return kept_;
  }

 private:
  bool keep_duplicates_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> ranking_;
  std::vector<std::uint32_t> kept_;
  std::vector<std::uint32_t> duplicates_;
};

/// The children replace their parents, but for the best parents, Genetic::elites. If there are fewer children
/// than places, the best parents fill up; if there are more, the best children survive.
class GenerationalReplacement {
 public:
  static constexpr std::string_view name = "generational";
  explicit GenerationalReplacement(std::size_t elites = 1) : elites_(elites) {}
  void configure(const Genetic& settings, Direction /*direction*/) { elites_ = settings.elites; }

  template <typename Genome>
  void replace(Population<Genome>& population, Population<Genome>& children, Population<Genome>& next,
               Random& /*random*/) {
    if (children.size() == population.size()) {
      // Usually the children become the population without a copy, and the elites replace its worst.
      best_slots(population.keys, elites_, best_);
      std::swap(population, children);
      if (elites_ > 0) order_by_key(population.keys, ranking_);
      for (std::size_t elite = 0; elite < elites_; ++elite)
        copy_individual(children, best_[elite], population, ranking_[population.size() - 1 - elite]);
      return;
    }
    const std::size_t survivors = std::min(population.size() - elites_, children.size());
    const std::size_t parents = population.size() - survivors;
    best_slots(population.keys, parents, best_);
    order_by_key(children.keys, ranking_);
    for (std::size_t slot = 0; slot < parents; ++slot) copy_individual(population, best_[slot], next, slot);
    for (std::size_t child = 0; child < survivors; ++child)
      copy_individual(children, ranking_[child], next, parents + child);
    std::swap(population, next);
  }

 private:
  std::size_t elites_;
  std::vector<std::uint32_t> ranking_;
  std::vector<std::uint32_t> best_;
};

using StockReplacements = std::tuple<PlusReplacement, GenerationalReplacement>;

}  // namespace skerry
