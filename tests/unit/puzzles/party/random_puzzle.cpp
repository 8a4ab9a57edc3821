#include "unit/puzzles/party/random_puzzle.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party::test {

namespace {

CategoricalColumn random_column(Random& random, std::uint32_t heroes, std::uint32_t values) {
  CategoricalColumn column;
  column.name = fmt::format("trait{}", values);
  for (std::uint32_t value = 0; value < values; ++value) column.values.push_back(fmt::format("v{}", value));
  for (std::uint32_t hero = 0; hero < heroes; ++hero) {
    column.value.push_back(std::min(random.below(values), random.below(values)));
  }
  return column;
}

/// Returns a column of which each hero has one to three values.
CategoricalColumn random_many(Random& random, std::uint32_t heroes) {
  CategoricalColumn column;
  column.name = "roles";
  column.values = {"tank", "mage", "healer", "scout"};
  column.many = true;
  column.all_start = {0};
  for (std::uint32_t hero = 0; hero < heroes; ++hero) {
    std::vector<std::uint32_t> roles = {0, 1, 2, 3};
    random.shuffle(std::span(roles));
    roles.resize(1 + random.below(3));
    column.value.push_back(roles.front());
    column.all_values.insert(column.all_values.end(), roles.begin(), roles.end());
    column.all_start.push_back(static_cast<std::uint32_t>(column.all_values.size()));
  }
  return column;
}

std::uint32_t distinct_values(const CategoricalColumn& column, const std::vector<std::uint32_t>& party,
                              std::uint32_t* most_holders) {
  std::map<std::uint32_t, std::uint32_t> holders;
  for (const std::uint32_t hero : party) ++holders[column.value[hero]];
  for (const auto& [value, count] : holders) *most_holders = std::max(*most_holders, count);
  return static_cast<std::uint32_t>(holders.size());
}

/// Returns a requirement that `party` meets, exactly or with a margin.
Requirement random_requirement(const Puzzle& puzzle, const std::vector<std::uint32_t>& party,
                               Random& random) {
  Requirement requirement;
  requirement.kind = static_cast<RequirementKind>(random.below(5));
  requirement.text = fmt::format("requirement {}", puzzle.requirements.size());
  const bool least = random.chance(0.6);
  const auto bound = [&](double found, double give) {
    if (least) requirement.at_least = found - give;
    if (!least || random.chance(0.3)) requirement.at_most = found + give;
  };
  const double nodes = static_cast<double>(party.size());
  if (requirement.kind == RequirementKind::total || requirement.kind == RequirementKind::average) {
    requirement.column = random.below(static_cast<std::uint32_t>(puzzle.pool.numeric.size()));
    double sum = 0;
    for (const std::uint32_t hero : party) sum += puzzle.pool.numeric[requirement.column].value[hero];
    bound(requirement.kind == RequirementKind::average ? sum / nodes : sum, random.below(3));
    return requirement;
  }
  const auto columns = static_cast<std::uint32_t>(puzzle.pool.categorical.size());
  const bool many = requirement.kind == RequirementKind::count;  // of which the last column alone has several
  requirement.column = random.below(many ? columns : columns - 1);
  const CategoricalColumn& column = puzzle.pool.categorical[requirement.column];
  std::uint32_t most_holders = 0;
  const std::uint32_t distinct = distinct_values(column, party, &most_holders);
  if (requirement.kind == RequirementKind::distinct) {
    bound(distinct, 0);
  } else if (requirement.kind == RequirementKind::share) {
    bound(most_holders, 0);
  } else {
    requirement.values = {column.value[party[0]]};
    bound(static_cast<double>(std::ranges::count_if(
              party, [&](std::uint32_t hero) { return has_any(column, hero, requirement.values); })),
          0);
  }
  return requirement;
}

/// Returns a rule on the most heroes of one value, and one on a column of several values.
std::vector<Requirement> rules_on_alike(const Puzzle& puzzle, const std::vector<std::uint32_t>& party,
                                        Random& random) {
  Requirement share;
  share.kind = RequirementKind::share;
  share.column = random.below(4);
  const CategoricalColumn& column = puzzle.pool.categorical[share.column];
  std::uint32_t most_holders = 0;
  distinct_values(column, party, &most_holders);
  share.at_least = std::min<std::size_t>(most_holders + random.below(2), party.size());
  if (random.chance(0.3)) share.at_most = *share.at_least + random.below(2);
  Requirement count;
  count.column = static_cast<std::uint32_t>(puzzle.pool.categorical.size() - 1);
  count.values = {0, 2};
  count.at_least = 1 + random.below(static_cast<std::uint32_t>(party.size()));
  std::vector<Requirement> rules = {share, count};
  for (Requirement& rule : rules) {
    const CategoricalColumn& on = puzzle.pool.categorical[rule.column];
    std::vector<std::string> values;
    for (const std::uint32_t value : rule.values) values.push_back(on.values[value]);
    rule.text = requirement_text({}, rule, on.name, values);
  }
  return rules;
}

/// Returns matches of random values of a column with each other and themselves.
Affinity random_affinity(const CategoricalColumn& column, bool whole, Random& random) {
  Affinity affinity;
  affinity.row.assign(column.values.size(), Affinity::no_row);
  for (std::uint32_t& row : affinity.row) {
    if (affinity.rows < 12 && random.chance(0.6)) row = static_cast<std::uint32_t>(affinity.rows++);
  }
  affinity.matches.assign(affinity.rows * affinity.rows, 0);
  for (std::size_t a = 0; a < affinity.rows; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      const double match = whole ? 0.5 * random.below(3) : random.uniform();
      affinity.matches[a * affinity.rows + b] = affinity.matches[b * affinity.rows + a] = match;
    }
  }
  return affinity;
}

void grade(Puzzle& puzzle, bool whole, Random& random) {
  const std::uint32_t kinds = 1 + random.below(7);  // a bit for each kind
  if ((kinds & 1U) != 0) {
    for (const std::uint32_t column : puzzle.synergy.columns) {
      puzzle.synergy.affinities.push_back(
          random.chance(0.3) ? Affinity{} : random_affinity(puzzle.pool.categorical[column], whole, random));
    }
  }
  for (double& weight : puzzle.edge_weights) {
    if ((kinds & 2U) != 0) weight = whole ? 0.5 * (1 + random.below(4)) : 0.01 + 3 * random.uniform();
  }
  for (Node& node : puzzle.nodes) {
    for (std::uint32_t fit = (kinds & 4U) != 0 ? random.below(3) : 0; fit > 0; --fit) {
      const std::uint32_t column = random.below(static_cast<std::uint32_t>(puzzle.pool.categorical.size()));
      const std::vector<std::uint32_t> values = {puzzle.pool.categorical[column].value[random.below(5)]};
      node.fits.push_back({{column, values}, whole ? 0.25 * random.below(5) : random.uniform()});
    }
  }
}

}  // namespace

std::vector<std::uint32_t> random_party(const Puzzle& puzzle, Random& random) {
  std::vector<std::uint32_t> heroes(puzzle.pool.size());
  std::iota(heroes.begin(), heroes.end(), 0U);
  random.shuffle(std::span(heroes));
  heroes.resize(puzzle.nodes.size());
  return heroes;
}

Puzzle random_puzzle(Random& random, const RandomPuzzleSettings& settings) {
  Puzzle puzzle;
  const std::uint32_t nodes = 3 + random.below(settings.most_nodes - 2);
  const std::uint32_t heroes = 2 * nodes + random.below(settings.most_heroes);
  for (std::uint32_t hero = 0; hero < heroes; ++hero) puzzle.pool.ids.push_back(fmt::format("h{}", hero));
  for (const std::uint32_t values : {2U, 4U, 7U, 40U, 300U}) {
    puzzle.pool.categorical.push_back(random_column(random, heroes, values));
  }
  puzzle.pool.categorical.push_back(random_many(random, heroes));
  for (const char* name : {"price", "level"}) {
    NumericColumn column{name, {}};
    for (std::uint32_t hero = 0; hero < heroes; ++hero) column.value.push_back(random.below(60));
    puzzle.pool.numeric.push_back(column);
  }
  puzzle.nodes.resize(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) puzzle.nodes[node].name = fmt::format("n{}", node);
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) {
      if (b == a + 1 || random.chance(0.3)) puzzle.edges.push_back({a, b});
    }
  }
  puzzle.edge_weights.assign(puzzle.edges.size(), 1);
  const auto party = random_party(puzzle, random);
  for (std::uint32_t r = random.below(5); r > 0; --r) {
    puzzle.requirements.push_back(random_requirement(puzzle, party, random));
  }
  if (settings.alike) {
    for (Requirement& rule : rules_on_alike(puzzle, party, random)) puzzle.requirements.push_back(rule);
  }
  if (random.chance(0.4)) {
    const std::uint32_t node = random.below(nodes);
    puzzle.nodes[node].conditions.push_back({0, {puzzle.pool.categorical[0].value[party[node]]}});
  }
  if (random.chance(0.3)) puzzle.nodes[nodes - 1].locked = party[nodes - 1];
  puzzle.direction = random.chance(0.5) ? Direction::minimise : Direction::maximise;
  puzzle.synergy.at_least = 0.1 * random.below(7);
  puzzle.synergy.columns = {0, 1, 2, 3};
  for (int trait = 0; trait < 4; ++trait) {
    puzzle.synergy.weights.push_back(settings.whole_weights ? 1 : 0.25 * (1 + random.below(6)));
  }
  puzzle.synergy.curve =
      settings.whole_weights ? std::vector<double>{0, 0.5, 1} : std::vector<double>{0, 0.31, 0.4, 0.9, 1};
  if (settings.graded) grade(puzzle, settings.whole_weights, random);
  return puzzle;
}

Puzzle too_high_a_level(Random& random) {
  Puzzle puzzle = random_puzzle(random);
  for (Node& node : puzzle.nodes) node = {};
  Requirement impossible;
  impossible.kind = RequirementKind::average;
  impossible.column = 1;
  impossible.text = "average level at least 61";
  impossible.at_least = 61;  // levels end at 59
  puzzle.requirements = {impossible};
  return puzzle;
}

std::shared_ptr<const Roster> random_roster(Random& random, const RandomPuzzleSettings& settings) {
  return std::make_shared<const Roster>(random_puzzle(random, settings));
}

std::shared_ptr<const Roster> free_roster(std::uint32_t nodes, std::uint32_t heroes, bool locked) {
  std::string pool = "id,price\n";
  for (std::uint32_t hero = 1; hero <= heroes; ++hero) pool += fmt::format("{0},{0}\n", hero);
  const std::string puzzle = fmt::format(
      "[pool]\nfile = \"heroes.csv\"\n[objective]\nproperty = \"price\"\n[formation]\nnodes = {}\n{}", nodes,
      locked ? "[[formation.locked]]\nnode = 1\nhero = \"2\"\n" : "");
  return std::make_shared<const Roster>(read_texts(puzzle, pool));
}

}  // namespace skerry::party::test
