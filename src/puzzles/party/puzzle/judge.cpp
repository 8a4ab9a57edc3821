#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

using Party = std::span<const std::uint32_t>;

struct Finding {
  std::string rule;
  std::string found;
  double shortfall = 0;  ///< the missing part of the bound
};

/// Returns the missing part of a bound, as a fraction of it.
double missing(double amount, double bound) {
  return amount > tolerance ? amount / std::max(std::abs(bound), 1.0) : 0;
}

std::map<std::uint32_t, int> value_counts(const CategoricalColumn& column, Party party) {
  std::map<std::uint32_t, int> counts;
  for (const std::uint32_t hero : party) ++counts[column.value[hero]];
  return counts;
}

/// Returns the number that a requirement bounds; for an average it is the sum.
double measure(const Puzzle& puzzle, const Requirement& requirement, Party party) {
  if (requirement.kind == RequirementKind::distinct) {
    return static_cast<double>(value_counts(puzzle.pool.categorical[requirement.column], party).size());
  }
  if (requirement.kind == RequirementKind::share) {
    int most = 0;
    for (const auto& [value, count] : value_counts(puzzle.pool.categorical[requirement.column], party)) {
      most = std::max(most, count);
    }
    return most;
  }
  double sum = 0;
  for (const std::uint32_t hero : party) sum += contribution(puzzle, requirement, hero);
  return sum;
}

Finding find_requirement(const Puzzle& puzzle, const Requirement& requirement, Party party) {
  const double scale = requirement.kind == RequirementKind::average ? static_cast<double>(party.size()) : 1;
  const double found = measure(puzzle, requirement, party);
  return {requirement.text, fmt::format("{:.10g}", found / scale),
          shortfall(requirement, found, party.size())};
}

Finding find_names(std::string rule, const std::vector<std::string>& offenders, Party party) {
  return {std::move(rule), offenders.empty() ? "so it is" : fmt::format("{}", fmt::join(offenders, ", ")),
          static_cast<double>(offenders.size()) / static_cast<double>(party.size())};
}

Finding find_duplicates(const Puzzle& puzzle, Party party) {
  std::set<std::uint32_t> seen;
  std::vector<std::string> twice;
  for (const std::uint32_t hero : party) {
    if (!seen.insert(hero).second) twice.push_back(puzzle.pool.ids[hero]);
  }
  return find_names("no hero stands twice", twice, party);
}

Finding find_misplaced(const Puzzle& puzzle, Party party) {
  std::vector<std::string> misplaced;
  for (std::uint32_t node = 0; node < party.size(); ++node) {
    if (!may_stand(puzzle, node, party[node])) {
      misplaced.push_back(fmt::format("{} on {}", puzzle.pool.ids[party[node]], puzzle.nodes[node].name));
    }
  }
  return find_names("each hero may stand on its node", misplaced, party);
}

Finding find_moved(const Puzzle& puzzle, Party party) {
  std::vector<std::string> moved;
  for (std::uint32_t node = 0; node < party.size(); ++node) {
    const auto locked = puzzle.nodes[node].locked;
    if (locked && *locked != party[node]) {
      moved.push_back(fmt::format("{} is not on {}", puzzle.pool.ids[*locked], puzzle.nodes[node].name));
    }
  }
  return find_names("locked heroes stand on their nodes", moved, party);
}

std::vector<Finding> find_all(const Puzzle& puzzle, Party party) {
  std::vector<Finding> findings = {find_duplicates(puzzle, party)};
  const auto restricted = [](const Node& node) { return !node.conditions.empty(); };
  const auto locked = [](const Node& node) { return node.locked.has_value(); };
  if (std::ranges::any_of(puzzle.nodes, restricted)) findings.push_back(find_misplaced(puzzle, party));
  if (std::ranges::any_of(puzzle.nodes, locked)) findings.push_back(find_moved(puzzle, party));
  for (const Requirement& requirement : puzzle.requirements) {
    findings.push_back(find_requirement(puzzle, requirement, party));
  }
  if (const double at_least = puzzle.synergy.at_least; at_least > 0) {
    const double found = synergy(puzzle, party);
    const double gap = at_least - found;
    findings.push_back(
        {synergy_rule(puzzle), fmt::format("{:.10g}", found), gap > tolerance ? gap / at_least : 0});
  }
  return findings;
}

}  // namespace

std::string synergy_rule(const Puzzle& puzzle) {
  return fmt::format("synergy at least {}", puzzle.synergy.at_least);
}

double shortfall(const Requirement& requirement, double found, std::size_t nodes) {
  const double scale = requirement.kind == RequirementKind::average ? static_cast<double>(nodes) : 1;
  double sum = 0;
  if (requirement.at_least)
    sum += missing(*requirement.at_least * scale - found, *requirement.at_least * scale);
  if (requirement.at_most) sum += missing(found - *requirement.at_most * scale, *requirement.at_most * scale);
  return sum;
}

double contribution(const Puzzle& puzzle, const Requirement& requirement, std::uint32_t hero) {
  switch (requirement.kind) {
    case RequirementKind::total:
    case RequirementKind::average:
      return puzzle.pool.numeric[requirement.column].value[hero];
    case RequirementKind::count:
      return has_any(puzzle.pool.categorical[requirement.column], hero, requirement.values) ? 1 : 0;
    case RequirementKind::distinct:
    case RequirementKind::share:
      break;
  }
  return 0;
}

double synergy(const Puzzle& puzzle, Party party) {
  if (puzzle.edges.empty()) return 0;
  double sum = 0;
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    const auto [from, to] = puzzle.edges[edge];
    sum += puzzle.edge_weights[edge] * edge_weight(puzzle, party[from], party[to]);
  }
  for (std::uint32_t node = 0; node < party.size(); ++node) sum -= fit_penalty(puzzle, node, party[node]);
  return std::max(0.0, sum / total_edge_weight(puzzle));
}

std::vector<Verdict> judge(const Puzzle& puzzle, Party party) {
  std::vector<Verdict> verdicts;
  for (const Finding& finding : find_all(puzzle, party)) {
    verdicts.push_back({finding.rule, finding.found, finding.shortfall == 0});
  }
  return verdicts;
}

Score score(const Puzzle& puzzle, Party party) {
  Score result;
  for (const Finding& finding : find_all(puzzle, party)) result.violation += finding.shortfall;
  for (const std::uint32_t hero : party) result.fitness += puzzle.pool.numeric[puzzle.objective].value[hero];
  return result;
}

std::string verify_certificate(const Puzzle& puzzle) {
  if (!puzzle.certificate) return {};
  const Certificate& certificate = *puzzle.certificate;
  const auto near = [](double a, double b) {
    return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
  };
  if (puzzle.direction == Direction::maximise) return "a proof is for puzzles that minimise";
  if (certificate.multipliers.size() != puzzle.requirements.size()) {
    return fmt::format("there are {} multipliers for {} requirements", certificate.multipliers.size(),
                       puzzle.requirements.size());
  }
  const auto nodes = static_cast<double>(puzzle.nodes.size());
  double bound = nodes * certificate.base;
  for (std::size_t r = 0; r < puzzle.requirements.size(); ++r) {
    const Requirement& requirement = puzzle.requirements[r];
    const double multiplier = certificate.multipliers[r];
    if (multiplier == 0) continue;
    const auto& side = multiplier > 0 ? requirement.at_least : requirement.at_most;
    if (!side || requirement.kind == RequirementKind::distinct ||
        requirement.kind == RequirementKind::share) {
      return fmt::format("'{}' takes no multiplier of {}", requirement.text, multiplier);
    }
    bound += multiplier * *side * (requirement.kind == RequirementKind::average ? nodes : 1);
  }
  if (!near(bound, certificate.optimum)) {
    return fmt::format("base and multipliers give a bound of {:.15g}, the optimum is said to be {:.15g}",
                       bound, certificate.optimum);
  }
  const std::vector<double>& price = puzzle.pool.numeric[puzzle.objective].value;
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
    double least = certificate.base;
    for (std::size_t r = 0; r < puzzle.requirements.size(); ++r) {
      least += certificate.multipliers[r] * contribution(puzzle, puzzle.requirements[r], hero);
    }
    if (price[hero] < least && !near(price[hero], least)) {
      return fmt::format("hero '{}' costs {:.15g}, less than the {:.15g} of base and multipliers",
                         puzzle.pool.ids[hero], price[hero], least);
    }
  }
  if (certificate.party.size() != puzzle.nodes.size()) {
    return fmt::format("its party has {} heroes for {} nodes", certificate.party.size(), puzzle.nodes.size());
  }
  for (const Verdict& verdict : judge(puzzle, certificate.party)) {
    if (!verdict.met) return fmt::format("its party breaks '{}': {}", verdict.rule, verdict.found);
  }
  const double fitness = score(puzzle, certificate.party).fitness;
  if (!near(fitness, certificate.optimum)) {
    return fmt::format("its party has {:.15g}, not {:.15g}", fitness, certificate.optimum);
  }
  return {};
}

}  // namespace skerry::party
