#pragma once

#include "skerry/population/population.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Chooses the survivors of (mu + lambda) replacement: the best of parents (slots 0 .. mu - 1) and children
/// (slots mu and up); of equally good ones, the one in the earlier slot survives. Unless `keep_duplicates`,
/// only the first of equal genomes survives as long as there are others to fill the places. Equal genomes
/// have equal keys, so only neighbours in the ranking are compared.
template <typename Genome>
class PlusReplacement {
 public:
  /// Returns the slots of as many survivors as there are parents, the best first. The view is valid until the
  /// next call.
  std::span<const std::uint32_t> survivors(const Population<Genome>& parents,
                                           const Population<Genome>& children, bool keep_duplicates) {
    keys_.assign(parents.keys.begin(), parents.keys.end());
    keys_.insert(keys_.end(), children.keys.begin(), children.keys.end());
    order_by_key(keys_, ranking_);
    if (keep_duplicates) return std::span(ranking_).first(parents.size());

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
  std::vector<Key> keys_;
  std::vector<std::uint32_t> ranking_;
  std::vector<std::uint32_t> kept_;
  std::vector<std::uint32_t> duplicates_;
};

}  // namespace skerry
