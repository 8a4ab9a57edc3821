#include "puzzles/party/puzzle/judge.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/core.h>

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
  return {std::move(rule), offenders.empty() ? "so it is" : joined(offenders, ", "),
          static_cast<double>(offenders.size()) / static_cast<double>(party.size())};
}

Finding find_duplicates(const Puzzle& puzzle, Party party) {
  std::set<std::uint32_t> seen;
  std::vector<std::string> twice;
  for (const std::uint32_t hero : party) {
    if (!seen.insert(hero).second) twice.push_back(puzzle.pool.ids[hero]);
  }
  return find_names(fmt::format("no {} stands twice", puzzle.naming.hero), twice, party);
}

Finding find_misplaced(const Puzzle& puzzle, Party party) {
  std::vector<std::string> misplaced;
  for (std::uint32_t node = 0; node < party.size(); ++node) {
    if (!may_stand(puzzle, node, party[node])) {
      misplaced.push_back(fmt::format("{} on {}", puzzle.pool.ids[party[node]], puzzle.nodes[node].name));
    }
  }
  return find_names(fmt::format("each {} may stand on its node", puzzle.naming.hero), misplaced, party);
}

Finding find_moved(const Puzzle& puzzle, Party party) {
  std::vector<std::string> moved;
  for (std::uint32_t node = 0; node < party.size(); ++node) {
    const auto locked = puzzle.nodes[node].locked;
    if (locked && *locked != party[node]) {
      moved.push_back(fmt::format("{} is not on {}", puzzle.pool.ids[*locked], puzzle.nodes[node].name));
    }
  }
  return find_names(fmt::format("locked {} stand on their nodes", puzzle.naming.heroes), moved, party);
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
  return synergy_of(
      puzzle, party,
      [&](std::uint32_t first, std::uint32_t second) { return edge_weight(puzzle, first, second); },
      [&](std::uint32_t node, std::uint32_t hero) { return fit_penalty(puzzle, node, hero); });
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
      return said(puzzle.naming, "{hero} '{}' costs {:.15g}, less than the {:.15g} of base and multipliers",
                  puzzle.pool.ids[hero], price[hero], least);
    }
  }
  if (certificate.party.size() != puzzle.nodes.size()) {
    return said(puzzle.naming, "its {party} has {} {heroes} for {} nodes", certificate.party.size(),
                puzzle.nodes.size());
  }
  for (const Verdict& verdict : judge(puzzle, certificate.party)) {
    if (!verdict.met) return said(puzzle.naming, "its {party} breaks '{}': {}", verdict.rule, verdict.found);
  }
  const double fitness = score(puzzle, certificate.party).fitness;
  if (!near(fitness, certificate.optimum)) {
    return said(puzzle.naming, "its {party} has {:.15g}, not {:.15g}", fitness, certificate.optimum);
  }
  return {};
}

namespace {

void read_traits(Puzzle& puzzle, const Settings& settings) {
  Synergy& synergy = puzzle.synergy;
  for (const std::string& trait : settings.texts("traits")) {
    const std::uint32_t column = puzzle.pool.categorical_column(trait);
    if (std::ranges::find(synergy.columns, column) != synergy.columns.end()) {
      settings.fail("traits", fmt::format("trait '{}' stands there twice", trait));
    }
    synergy.columns.push_back(column);
  }
  if (synergy.columns.size() > max_synergy_traits) {
    settings.fail("traits", fmt::format("there are {} traits; at most {} count", synergy.columns.size(),
                                        max_synergy_traits));
  }
  synergy.weights = settings.numbers("weights");
  if (!settings.has("weights")) synergy.weights.assign(synergy.columns.size(), 1);
  if (synergy.weights.size() != synergy.columns.size()) {
    settings.fail("weights", fmt::format("there are {} weights for {} traits; give one each",
                                         synergy.weights.size(), synergy.columns.size()));
  }
  for (const double weight : synergy.weights) {
    if (!(weight >= 0))
      settings.fail("weights", fmt::format("a weight is {}; weights are 0 or more", weight));
  }
}

void read_curve(Synergy& synergy, const Settings& settings) {
  if (settings.has("curve")) synergy.curve = settings.numbers("curve");
  if (synergy.curve.empty())
    settings.fail("curve", "the curve has no point; give its values at 0, 1, 2, ... matches");
  for (const double point : synergy.curve) {
    if (!(point >= 0 && point <= 1)) {
      settings.fail("curve", fmt::format("a point of the curve is {}; points lie in [0, 1]", point));
    }
  }
}

/// One [[synergy.affinity]] table: these values of a trait match each other so much.
struct AffinityTable {
  Settings settings;
  std::size_t trait = 0;
  std::vector<std::uint32_t> values;
  bool alone = false;  ///< the file names one value, whose heroes match each other so much
  double match = 0;
};

std::vector<AffinityTable> read_affinity_tables(const Puzzle& puzzle, const Settings& settings) {
  std::vector<AffinityTable> tables;
  for (const Settings& table : settings.tables("affinity")) {
    const std::vector<std::string> traits = settings.texts("traits");
    const std::string name = table.text("trait");
    const auto trait = std::ranges::find(traits, name);
    if (trait == traits.end()) {
      const auto nearest = nearest_name(name, traits);
      table.fail("trait", fmt::format("'{}' is none of the traits of the synergy{}", name,
                                      nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
    }
    AffinityTable& read = tables.emplace_back(AffinityTable{.settings = table, .values = {}});
    read.trait = static_cast<std::size_t>(trait - traits.begin());
    read.values =
        value_codes(puzzle.naming, puzzle.pool.categorical[puzzle.synergy.columns[read.trait]], table);
    const std::vector<std::string> names = table.texts(table.has("value") ? "value" : "values");
    read.alone = std::set(names.begin(), names.end()).size() == 1;
    read.match = table.number("match", rate_range);
  }
  return tables;
}

/// Gives each value that a table of the trait names a row.
Affinity lay_out_rows(const std::vector<AffinityTable>& tables, std::size_t trait, std::size_t values) {
  Affinity affinity;
  for (const AffinityTable& table : tables) {
    if (table.trait != trait) continue;
    if (affinity.row.empty()) affinity.row.assign(values, Affinity::no_row);
    for (const std::uint32_t value : table.values) {
      if (affinity.row[value] == Affinity::no_row) {
        affinity.row[value] = static_cast<std::uint32_t>(affinity.rows++);
      }
    }
    if (affinity.rows > max_affine_values) {
      table.settings.fail("values", fmt::format("the affinities name {} values of one trait; at most {} can "
                                                "have any",
                                                affinity.rows, max_affine_values));
    }
  }
  affinity.matches.assign(affinity.rows * affinity.rows, 0);
  for (std::size_t row = 0; row < affinity.rows; ++row) affinity.matches[row * (affinity.rows + 1)] = 1;
  return affinity;
}

void read_affinities(Puzzle& puzzle, const Settings& settings) {
  const std::vector<AffinityTable> tables = read_affinity_tables(puzzle, settings);
  if (tables.empty()) return;
  Synergy& synergy = puzzle.synergy;
  for (std::size_t trait = 0; trait < synergy.columns.size(); ++trait) {
    const CategoricalColumn& column = puzzle.pool.categorical[synergy.columns[trait]];
    Affinity& affinity = synergy.affinities.emplace_back(lay_out_rows(tables, trait, column.values.size()));
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const AffinityTable& table : tables) {
      if (table.trait != trait) continue;
      const auto match = [&](std::uint32_t a, std::uint32_t b) {
        if (!seen.insert({a, b}).second) {
          table.settings.fail({}, fmt::format("how much {} '{}' and '{}' match is said before", column.name,
                                              column.values[a], column.values[b]));
        }
        affinity.matches[affinity.row[a] * affinity.rows + affinity.row[b]] = table.match;
        affinity.matches[affinity.row[b] * affinity.rows + affinity.row[a]] = table.match;
      };
      if (table.alone) match(table.values[0], table.values[0]);
      for (std::size_t i = 1; i < table.values.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) match(table.values[j], table.values[i]);
      }
    }
  }
}

}  // namespace

void read_synergy(Puzzle& puzzle, const Settings& settings) {
  puzzle.synergy.where = settings.where();
  puzzle.synergy.at_least = settings.number("at_least", 0, rate_range);
  read_traits(puzzle, settings);
  read_curve(puzzle.synergy, settings);
  read_affinities(puzzle, settings);
}

void check_synergy(const Puzzle& puzzle) {
  const Synergy& synergy = puzzle.synergy;
  double best = 0;
  if (!puzzle.edges.empty() && !synergy.affinities.empty()) {
    best = synergy.highest_weight(synergy.matches([](std::size_t) { return 1; }));
  }
  for (unsigned mask = 0; mask < 1U << synergy.columns.size() && !puzzle.edges.empty(); ++mask) {
    best = std::max(best, synergy.edge_weight(mask));
  }
  if (best < synergy.at_least) {
    throw ImpossibleRule(
        synergy_rule(puzzle),
        said(puzzle.naming,
             "no {party} can meet '{}': the traits, the curve and the formation's {} edges allow {} "
             "({})",
             synergy_rule(puzzle), puzzle.edges.size(), best, synergy.where));
  }
}

double Affinity::match(std::uint32_t first, std::uint32_t second) const {
  if (row.empty() || row[first] == no_row || row[second] == no_row) return first == second ? 1 : 0;
  return matches[row[first] * rows + row[second]];
}

double Synergy::curve_at(double matches) const {
  const double floor = std::floor(matches);
  if (floor >= static_cast<double>(curve.size() - 1)) return curve.back();
  const auto point = static_cast<std::size_t>(floor);
  return curve[point] + (matches - floor) * (curve[point + 1] - curve[point]);
}

const Affinity& Synergy::affinity(std::size_t trait) const {
  static const Affinity none;
  return affinities.empty() ? none : affinities[trait];
}

double Synergy::highest_weight(double matches) const {
  double highest = curve_at(matches);
  for (std::size_t point = 0; point < curve.size() && static_cast<double>(point) <= matches; ++point) {
    highest = std::max(highest, curve[point]);
  }
  return highest;
}

bool has_graded_synergy(const Puzzle& puzzle) {
  return !puzzle.synergy.affinities.empty() ||
         std::ranges::any_of(puzzle.edge_weights, [](double weight) { return weight != 1; }) ||
         std::ranges::any_of(puzzle.nodes, [](const Node& node) { return !node.fits.empty(); });
}

double edge_weight(const Puzzle& puzzle, std::uint32_t first_hero, std::uint32_t second_hero) {
  const Synergy& synergy = puzzle.synergy;
  return synergy.curve_at(synergy.matches([&](std::size_t trait) {
    const auto& value = puzzle.pool.categorical[synergy.columns[trait]].value;
    return synergy.affinity(trait).match(value[first_hero], value[second_hero]);
  }));
}

double fit_penalty(const Puzzle& puzzle, std::uint32_t node, std::uint32_t hero) {
  double penalty = 0;
  for (const NodeFit& fit : puzzle.nodes[node].fits) {
    if (!meets(puzzle.pool, fit.condition, hero)) penalty += fit.penalty;
  }
  return penalty;
}

double total_edge_weight(const Puzzle& puzzle) {
  return std::accumulate(puzzle.edge_weights.begin(), puzzle.edge_weights.end(), 0.0);
}

}  // namespace skerry::party
