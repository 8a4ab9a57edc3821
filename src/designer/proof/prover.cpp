#include "designer/proof/prover.hpp"

#include "designer/proof/relaxation.hpp"
#include "puzzles/party/bound/kin_search.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace skerry::party {

namespace {

constexpr std::int64_t small_gap = 20;  // a gap of a twentieth is closed by one search
constexpr std::size_t relaxation_columns = 200'000;
constexpr int short_kin_search_polls = 300;
constexpr int short_search_polls = 40;  // each after a thousand nodes of the search
constexpr int short_search_polls_before_kins = 2;

/// Steps of the cut-off above the bound by rules, as parts of it: small first, since a step costs the more
/// the higher it is, and a puzzle whose rules alone decide the price ends at the first.
constexpr std::array rises = {0.0,  0.001, 0.004, 0.01, 0.02, 0.035, 0.05, 0.065, 0.08, 0.095, 0.11, 0.125,
                              0.14, 0.155, 0.17,  0.19, 0.21, 0.235, 0.26, 0.29,  0.33, 0.4,   0.5,  0.7};
/// Beyond them the next one is higher by this factor.
constexpr double growth_of_rises = 1.25;

std::size_t size(const Candidates& candidates) {
  std::size_t sum = 0;
  for (const auto& node : candidates) sum += node.size();
  return sum;
}

std::int64_t rounded_up(std::int64_t number, std::int64_t step) {
  const std::int64_t floor = number >= 0 ? number / step : -((-number + step - 1) / step);
  return floor * step < number ? (floor + 1) * step : floor * step;
}

}  // namespace

Prover::Prover(const Puzzle& puzzle)
    : puzzle_(&puzzle),
      whole_(integer_puzzle(puzzle)),
      kin_(KinSearch::kin_of(whole_)),
      nodes_alike_(std::ranges::all_of(
          whole_.candidates, [&](const auto& heroes) { return heroes == whole_.candidates.front(); })) {}

void Prover::ban(std::uint32_t hero) {
  for (auto& node : whole_.candidates) std::erase(node, hero);
  by_rules_.reset();
}

bool Prover::sound(std::span<const std::uint32_t> party) const {
  return score(*puzzle_, party).violation == 0;
}

bool Prover::search(const Step& step, std::int64_t most, const Found& found, const Stop& stop) const {
  if (exhausted(step.candidates)) return true;
  if (step.by_kins)
    return KinSearch(whole_, *kin_, step.stages.back(), step.candidates).run(most, found, stop);
  const Lagrangian lagrangian(whole_, step.stages.back(), step.candidates);
  return Search(whole_, lagrangian, step.candidates).run(most, found, stop);
}

std::optional<Multipliers> Prover::by_rules(const Stop& stop) {
  if (!by_rules_)
    by_rules_ = relax(whole_, whole_.candidates, Strength::rules, program_seconds_, relaxation_columns, stop);
  return by_rules_;
}

// Filters by each program in turn, and again by the same one while that still removes a fifth; a program that
// is too large is left out. After each filter a short search tries to end the matter, since a weak bound over
// few candidates may do; the last search goes on to its end.
Prover::Step Prover::attempt(std::int64_t most, std::size_t parties, const Found& found, const Stop& stop) {
  Step step{{}, whole_.candidates, false, false};
  const bool kins_alone = kin_ && nodes_alike_;
  const int most_polls = kins_alone ? short_search_polls_before_kins : short_search_polls;
  for (const Strength strength : {Strength::rules, Strength::edges, Strength::pairs}) {
    if (strength != Strength::rules && (whole_.edges.empty() || whole_.graded != nullptr)) break;
    for (int round = 0; round < 3; ++round) {
      if (stop()) return step;
      const std::size_t before = size(step.candidates);
      const bool first = strength == Strength::rules && round == 0;
      auto multipliers =
          first ? by_rules(stop)
                : relax(whole_, step.candidates, strength, program_seconds_, relaxation_columns, stop);
      if (!multipliers) break;
      const Lagrangian lagrangian(whole_, *multipliers, step.candidates);
      step.candidates = filtered(whole_, lagrangian, step.candidates, most);
      step.stages.push_back(std::move(*multipliers));
      int polls = 0;
      step.complete = search(step, most, found, [&] { return ++polls > most_polls || stop(); });
      if (step.complete) return step;
      if (size(step.candidates) * 5 > before * 4) break;
    }
    if (strength != Strength::rules || !kin_ || step.stages.empty()) continue;
    int polls = 0;
    step.by_kins = true;
    step.complete = search(step, most, found,
                           [&] { return (!kins_alone && ++polls > short_kin_search_polls) || stop(); });
    if (step.complete || kins_alone) return step;
    step.by_kins = false;
  }
  if (step.stages.empty()) return step;
  step.by_kins = kin_.has_value();
  step.complete =
      shared_ == nullptr || step.by_kins || exhausted(step.candidates)
          ? search(step, most, found, stop)
          : shared_->run({most, parties, others_seconds_}, step.stages.back(), step.candidates, found, stop);
  return step;
}

Findings Prover::prove(std::span<const std::uint32_t> party, const Stop& stop, const Progress& progress) {
  Findings known;
  if (!party.empty()) {
    known.best.assign(party.begin(), party.end());
    known.best_cost = whole_.cost(party);
  }
  return prove_on(std::move(known), stop, progress);
}

Findings Prover::prove_on(Findings findings, const Stop& stop, const Progress& progress) {
  if (findings.complete) return findings;
  const auto tell = [&] {
    if (progress) progress(findings);
  };
  if (!findings.best.empty()) tell();
  findings.complete = exhausted(whole_.candidates);
  if (findings.complete) return findings;

  if (!findings.stages.empty()) by_rules_ = findings.stages.front();
  const std::optional<Multipliers> multipliers = by_rules(stop);
  if (!multipliers) return findings;
  const std::int64_t lowest = bound_by(*multipliers);
  if (!findings.bound) {
    findings.bound = lowest;
    findings.stages = {*multipliers};
  }
  tell();

  findings.complete = closes_gap(findings);
  const auto span = static_cast<double>(std::max<std::int64_t>(std::abs(lowest), 1));
  double last_rise = rises.back();
  for (std::size_t i = 0; !findings.complete; ++i) {
    const double rise = i < rises.size() ? rises[i] : last_rise *= growth_of_rises;
    const std::int64_t most = cut_off(lowest, rise * span, findings);
    if (most < *findings.bound) continue;  // the steps so far have proven more than this one could
    std::int64_t limit = most;
    const Step step = attempt(
        most, 0,
        [&](std::span<const std::uint32_t> found) {
          if (sound(found)) {
            findings.best.assign(found.begin(), found.end());
            findings.best_cost = whole_.cost(found);
            limit = findings.best_cost - whole_.price_step;
            tell();
          }
          return limit;
        },
        stop);
    if (!step.complete) return findings;
    const bool found = !findings.best.empty() && findings.best_cost <= most;
    findings.bound = found ? findings.best_cost : most + whole_.price_step;
    findings.stages = step.stages;
    findings.by_kins = step.by_kins;
    findings.complete = closes_gap(findings);
    tell();
  }
  return findings;
}

std::int64_t Prover::bound_by(const Multipliers& multipliers) const {
  const Lagrangian root(whole_, multipliers, whole_.candidates);
  const std::int64_t fraction = price_fraction(whole_);
  const std::int64_t bound = bound_with_shared_values(whole_, root, whole_.candidates);
  const std::int64_t lowest = rounded_up(bound, fraction) / fraction;
  return std::min(rounded_up(lowest, whole_.price_step), whole_.dearest() + 1);
}

std::int64_t Prover::cut_off(std::int64_t lowest, double raise, const Findings& findings) const {
  const auto rounded_down = [&](std::int64_t cost) { return cost / whole_.price_step * whole_.price_step; };
  const std::int64_t dearest = whole_.dearest();
  std::int64_t most = raise < static_cast<double>(dearest - lowest)
                          ? lowest + rounded_down(static_cast<std::int64_t>(raise))
                          : dearest;
  if (findings.best.empty()) return most;
  // A search by kins at the price of the party known is the last one, and costs little more than one below.
  if (kin_ && nodes_alike_) {
    const std::int64_t gap = findings.best_cost - *findings.bound;
    const std::int64_t nearer = gap > std::abs(findings.best_cost) / small_gap ? gap / 3 : 0;
    most = std::max(most, rounded_down(findings.best_cost - nearer));
  }
  return std::min(most, findings.best_cost - whole_.price_step);
}

bool Prover::closes_gap(const Findings& findings) const {
  return *findings.bound >= (findings.best.empty() ? whole_.dearest() + 1 : findings.best_cost);
}

Listing Prover::list(std::int64_t most, std::size_t limit, const Stop& stop) {
  Listing listing;
  std::set<std::vector<std::uint32_t>> seen;  // a short search may find a party before the last one does
  bool full = false;
  const Step step = attempt(
      most, limit,
      [&](std::span<const std::uint32_t> found) {
        if (!sound(found) || !seen.emplace(found.begin(), found.end()).second) return most;
        if (listing.parties.size() == limit) {
          full = true;
        } else {
          listing.parties.emplace_back(found.begin(), found.end());
        }
        return most;
      },
      [&] { return full || stop(); });
  listing.complete = step.complete && !full;
  return listing;
}

}  // namespace skerry::party
