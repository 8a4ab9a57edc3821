#include "puzzles/latin/mending.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace skerry::latin {
namespace {

/// Words that are looked at before the search ends.
constexpr std::uint64_t most_work = 4'000'000'000;

/// A set of solutions.
using Solutions = std::vector<std::uint64_t>;

/// Covers all solutions but one by hints of that one.
class Cover {
 public:
  Cover(const std::vector<std::vector<std::uint8_t>>& values, std::size_t kept, std::uint64_t& work)
      : work_(work), all_((values.size() + 63) / 64) {
    const std::size_t hints = values[kept].size();
    covers_.assign(hints, all_);
    for (std::size_t other = 0; other < values.size(); ++other) {
      if (other == kept) continue;
      all_[other / 64] |= bit_of(other);
      for (std::size_t hint = 0; hint < hints; ++hint) {
        if (values[other][hint] != values[kept][hint]) covers_[hint][other / 64] |= bit_of(other);
      }
    }
  }

  /// Takes the hint that covers most, again and again.
  std::vector<std::uint32_t> greedy() const {
    Solutions left = all_;
    std::vector<std::uint32_t> hints;
    while (std::ranges::any_of(left, [](std::uint64_t word) { return word != 0; })) {
      const std::uint32_t best = covering_most(left);
      hints.push_back(best);
      remove(left, best);
    }
    std::ranges::sort(hints);
    return hints;
  }

  /// Returns `most` hints at most that cover all; none if there are none, or if the work is too much.
  std::optional<std::vector<std::uint32_t>> within(std::size_t most) {
    chosen_.clear();
    if (!extend(all_, most)) return std::nullopt;
    std::ranges::sort(chosen_);
    return chosen_;
  }

 private:
  static std::uint64_t bit_of(std::size_t solution) { return std::uint64_t{1} << (solution % 64); }

  std::size_t covered(const Solutions& left, std::uint32_t hint) const {
    work_ += left.size();
    std::size_t count = 0;
    for (std::size_t word = 0; word < left.size(); ++word) {
      count += static_cast<std::size_t>(std::popcount(left[word] & covers_[hint][word]));
    }
    return count;
  }

  std::uint32_t covering_most(const Solutions& left) const {
    std::uint32_t best = 0;
    std::size_t most = 0;
    for (std::uint32_t hint = 0; hint < covers_.size(); ++hint) {
      const std::size_t count = covered(left, hint);
      if (count <= most) continue;
      best = hint;
      most = count;
    }
    return best;
  }

  void remove(Solutions& left, std::uint32_t hint) const {
    for (std::size_t word = 0; word < left.size(); ++word) left[word] &= ~covers_[hint][word];
  }

  bool covers(std::uint32_t hint, std::size_t solution) const {
    return (covers_[hint][solution / 64] & bit_of(solution)) != 0;
  }

  /// The solution in `left` that the fewest hints cover.
  std::size_t hardest(const Solutions& left) const {
    std::size_t hardest = 0;
    std::size_t fewest = SIZE_MAX;
    for (std::size_t solution = 0; solution < 64 * left.size(); ++solution) {
      if ((left[solution / 64] & bit_of(solution)) == 0) continue;
      std::size_t hints = 0;
      for (std::uint32_t hint = 0; hint < covers_.size(); ++hint) hints += covers(hint, solution) ? 1 : 0;
      work_ += covers_.size();
      if (hints >= fewest) continue;
      hardest = solution;
      fewest = hints;
    }
    return hardest;
  }

  bool extend(const Solutions& left, std::size_t most) {
    std::size_t count = 0;
    for (const std::uint64_t word : left) count += static_cast<std::size_t>(std::popcount(word));
    if (count == 0) return true;
    if (most == 0 || work_ >= most_work) return false;
    if (covered(left, covering_most(left)) * most < count) return false;
    const std::size_t solution = hardest(left);
    for (std::uint32_t hint = 0; hint < covers_.size(); ++hint) {
      if (!covers(hint, solution)) continue;
      Solutions rest = left;
      remove(rest, hint);
      chosen_.push_back(hint);
      if (extend(rest, most - 1)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  std::uint64_t& work_;
  Solutions all_;
  std::vector<Solutions> covers_;  // [hint]
  std::vector<std::uint32_t> chosen_;
};

}  // namespace

Mending fewest_hints(const std::vector<std::vector<std::uint8_t>>& values) {
  if (values.size() < 2) return {};
  std::uint64_t work = 0;
  Mending best;
  for (std::size_t kept = 0; kept < values.size(); ++kept) {
    std::vector<std::uint32_t> hints = Cover(values, kept, work).greedy();
    if (kept == 0 || hints.size() < best.hints.size()) best = {kept, std::move(hints), true};
    if (best.hints.size() == 1) return best;
  }
  for (std::size_t most = 1; most < best.hints.size(); ++most) {
    for (std::size_t kept = 0; kept < values.size(); ++kept) {
      if (auto hints = Cover(values, kept, work).within(most)) return {kept, std::move(*hints), true};
    }
    if (work >= most_work) {
      best.fewest = false;
      break;
    }
  }
  return best;
}

Mending few_hints(
    const std::vector<std::uint8_t>& values,
    const std::function<std::vector<std::vector<std::uint8_t>>(const std::vector<std::uint32_t>&)>&
        agreeing) {
  std::vector<std::uint32_t> hints;
  for (auto others = agreeing(hints); !others.empty(); others = agreeing(hints)) {
    std::vector<std::size_t> excludes(values.size());  // [hint], how many of the others
    for (const auto& other : others) {
      for (std::size_t hint = 0; hint < values.size(); ++hint) excludes[hint] += other[hint] != values[hint];
    }
    hints.push_back(static_cast<std::uint32_t>(std::ranges::max_element(excludes) - excludes.begin()));
  }
  std::ranges::sort(hints);
  for (std::size_t at = hints.size(); at-- > 0;) {
    std::vector<std::uint32_t> fewer = hints;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    if (agreeing(fewer).empty()) hints = std::move(fewer);
  }
  return {0, std::move(hints), false};
}

}  // namespace skerry::latin
