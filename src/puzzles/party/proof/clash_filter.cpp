#include "puzzles/party/proof/clash_filter.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace skerry::party {

namespace {

using Kind = ClashRule::Kind;

bool of_formation(const ClashRule& rule) {
  return rule.kind == Kind::restriction || rule.kind == Kind::locked;
}

}  // namespace

std::int64_t relax_by_bisection(std::int64_t refuted_bound, std::int64_t loosest,
                                const std::function<bool(std::int64_t bound)>& refuted) {
  std::int64_t open = loosest;
  while (std::abs(open - refuted_bound) > 1) {
    const std::int64_t middle = refuted_bound + (open - refuted_bound) / 2;
    (refuted(middle) ? refuted_bound : open) = middle;
  }
  return open;
}

ClashFilter::ClashFilter(const Puzzle& puzzle, const IntegerPuzzle& whole, Stop stop)
    : puzzle_(puzzle), whole_(whole), stop_(std::move(stop)) {}

/// Keeps the rules, or those of them that are enough, where they clash; tells whether they do. Rules that a
/// proof does not use may have shaped its program, so those that it uses are tried alone.
bool ClashFilter::keep(Rules rules, const Prove& prove) {
  auto used = prove(rules);
  if (!used) return false;
  while (used && used->size() < rules.size()) {
    Rules fewer = std::move(*used);
    used = prove(fewer);
    if (used) rules = std::move(fewer);
  }
  left_ = std::move(rules);
  return true;
}

/// Drops the unwanted rules where the others still clash; tells whether they do.
bool ClashFilter::drop(const auto& unwanted, const Prove& prove) {
  Rules rest;
  std::ranges::remove_copy_if(left_, std::back_inserter(rest), unwanted);
  return rest.size() < left_.size() && keep(std::move(rest), prove);
}

// What a designer asks of the party says more than where heroes stand, so restrictions and locked heroes are
// the first to be dropped, all at once and then one by one.
std::optional<Clash> ClashFilter::reduce(const Prove& prove, const Relax& relax) {
  Rules rules = clash_rules(puzzle_, whole_);
  std::stable_partition(rules.begin(), rules.end(), of_formation);
  if (stop_() || !keep(std::move(rules), prove)) return std::nullopt;
  if (!stop_()) drop(of_formation, prove);
  for (std::size_t r = 0; r < left_.size() && !stop_();) {
    const ClashRule* unwanted = &left_[r];
    if (!drop([&](const ClashRule& rule) { return &rule == unwanted; }, prove)) ++r;
  }
  Clash clash;
  clash.irreducible = !stop_();
  for (std::size_t r = 0; r < left_.size(); ++r) {
    const ClashRule& rule = left_[r];
    const auto known = std::ranges::find(clash.rules, rule.text);
    const auto place = static_cast<std::size_t>(known - clash.rules.begin());
    if (known == clash.rules.end()) clash.rules.push_back(rule.text);
    if (stop_()) continue;
    if (const auto given = relax(left_, r)) clash.relaxations.push_back({place, given->bound, given->text});
  }
  return clash;
}

}  // namespace skerry::party
