#include "skerry/app/settings.hpp"

#include <algorithm>
#include <utility>

namespace skerry {
namespace {

/// Returns the least number of insertions, deletions, replacements and swaps of neighbouring characters that
/// turn one name into the other (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::optional<std::string> nearest;
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    // A short name whose characters all differ is another name, and not a misspelt one.
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best && distance < std::max(name.size(), candidate.size())) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace skerry
