#include "puzzles/party/puzzle.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/text/csv.hpp"
#include "puzzles/party/formation.hpp"
#include "puzzles/party/judge.hpp"
#include "puzzles/party/requirement.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

/// Collects the columns that a puzzle uses, so that a misspelt name is reported at its place in the puzzle
/// file.
class ColumnsInUse {
 public:
  ColumnsInUse(const Settings& pool, const std::string& csv, const std::string& file) {
    CsvReader reader(csv, file);
    std::vector<CsvField> header;
    reader.next(header);
    for (const CsvField& field : header) names_.emplace_back(field.text);
    wanted_.id = pool.text("id", "id");
    if (pool.has("id")) check(pool, "id", wanted_.id);
    if (pool.has("name")) wanted_.name = check(pool, "name", pool.text("name"));
    many_ = pool.texts("many");
    for (const std::string& name : many_) check(pool, "many", name);
    const std::string separator = pool.text("separator", ";");
    if (separator.size() != 1) {
      pool.fail("separator", fmt::format("separator is '{}'; it is one character", separator));
    }
    wanted_.separator = separator.front();
  }

  void numeric(const Settings& settings, std::string_view key) {
    wanted_.numeric.push_back(check(settings, key, settings.text(key)));
  }
  void categorical(const Settings& settings, std::string_view key, const std::string& name) {
    check(settings, key, name);
    if (std::ranges::find(many_, name) != many_.end()) {
      settings.fail(
          key, fmt::format("a hero has several values of '{}'; such a column serves for the restrictions of "
                           "nodes only",
                           name));
    }
    wanted_.categorical.push_back(name);
  }
  void categorical_or_many(const Settings& settings, std::string_view key) {
    const std::string name = check(settings, key, settings.text(key));
    const bool many = std::ranges::find(many_, name) != many_.end();
    (many ? wanted_.many : wanted_.categorical).push_back(name);
  }
  const PoolColumns& wanted() const { return wanted_; }

 private:
  const std::string& check(const Settings& settings, std::string_view key, const std::string& name) const {
    if (names_.empty() || std::ranges::find(names_, name) != names_.end()) return name;
    const auto nearest = nearest_name(name, names_);
    settings.fail(key, fmt::format("the pool has no column '{}'{}; its columns are {}", name,
                                   nearest ? fmt::format("; did you mean '{}'?", *nearest) : "",
                                   fmt::join(names_, ", ")));
  }

  std::vector<std::string> names_;
  std::vector<std::string> many_;
  PoolColumns wanted_;
};

Pool read_pool(const Settings& settings, Files& files) {
  const Settings pool = settings.table("pool");
  const std::filesystem::path file = pool.path("file");
  const std::string& csv = files.read(file);
  ColumnsInUse columns(pool, csv, file.string());
  for (const Settings& requirement : settings.tables("requirement")) {
    if (is_numeric(requirement_kind(requirement))) {
      columns.numeric(requirement, "property");
    } else {
      columns.categorical(requirement, "property", requirement.text("property"));
    }
  }
  for (const Settings& restriction : settings.table("formation").tables("restriction")) {
    columns.categorical_or_many(restriction, "property");
  }
  const Settings synergy = settings.table("synergy");
  for (const std::string& trait : synergy.texts("traits")) columns.categorical(synergy, "traits", trait);
  columns.numeric(settings.table("objective"), "property");
  return parse_pool(csv, columns.wanted(), file.string());
}

void read_synergy(Puzzle& puzzle, const Settings& settings) {
  Synergy& synergy = puzzle.synergy;
  synergy.where = settings.where();
  synergy.at_least = settings.number("at_least", 0, rate_range);
  for (const std::string& trait : settings.texts("traits")) {
    const auto found = std::ranges::find(puzzle.pool.categorical, trait, &CategoricalColumn::name);
    const auto column = static_cast<std::uint32_t>(found - puzzle.pool.categorical.begin());
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
  if (settings.has("curve")) synergy.curve = settings.numbers("curve");
  if (synergy.curve.empty())
    settings.fail("curve", "the curve has no point; give its values at 0, 1, 2, ... matches");
  for (const double point : synergy.curve) {
    if (!(point >= 0 && point <= 1)) {
      settings.fail("curve", fmt::format("a point of the curve is {}; points lie in [0, 1]", point));
    }
  }
}

void read_objective(Puzzle& puzzle, const Settings& settings) {
  puzzle.objective = numeric_column(puzzle.pool, settings, "property");
  puzzle.unit = settings.text("unit", "");
  const std::string direction = settings.choice("direction", "minimise", {"minimise", "maximise"});
  puzzle.direction = direction == "minimise" ? Direction::minimise : Direction::maximise;
}

void read_optimum(Puzzle& puzzle, const Settings& settings, const Settings& optimum) {
  if (!settings.has("optimum")) return;
  puzzle.known_optimum = optimum.number("fitness");
  if (!optimum.has("multipliers") && !optimum.has("base") && !optimum.has("party")) return;
  Certificate& certificate = puzzle.certificate.emplace();
  certificate.optimum = *puzzle.known_optimum;
  certificate.base = optimum.number("base");
  certificate.multipliers = optimum.numbers("multipliers");
  for (const std::string& id : optimum.texts("party")) {
    const auto hero = puzzle.pool.find(id);
    if (!hero) optimum.fail("party", fmt::format("the pool has no hero '{}'", id));
    certificate.party.push_back(*hero);
  }
}

void check_synergy(const Puzzle& puzzle) {
  const Synergy& synergy = puzzle.synergy;
  double best = 0;
  for (unsigned mask = 0; mask < 1U << synergy.columns.size() && !puzzle.edges.empty(); ++mask) {
    best = std::max(best, synergy.edge_weight(mask));
  }
  if (best < synergy.at_least) {
    throw DataError(
        fmt::format("no party can meet 'synergy at least {}': the traits, the curve and the formation's {} "
                    "edges allow {} ({})",
                    synergy.at_least, puzzle.edges.size(), best, synergy.where));
  }
}

}  // namespace

double Synergy::edge_weight(unsigned mask) const {
  double matches = 0;
  for (std::size_t trait = 0; trait < weights.size(); ++trait) {
    if ((mask >> trait & 1U) != 0) matches += weights[trait];
  }
  const double floor = std::floor(matches);
  if (floor >= static_cast<double>(curve.size() - 1)) return curve.back();
  const auto point = static_cast<std::size_t>(floor);
  return curve[point] + (matches - floor) * (curve[point + 1] - curve[point]);
}

double edge_weight(const Puzzle& puzzle, std::uint32_t first_hero, std::uint32_t second_hero) {
  unsigned mask = 0;
  for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
    const CategoricalColumn& column = puzzle.pool.categorical[puzzle.synergy.columns[trait]];
    if (column.value[first_hero] == column.value[second_hero]) mask |= 1U << trait;
  }
  return puzzle.synergy.edge_weight(mask);
}

Puzzle read_puzzle(const std::filesystem::path& file, Files& files) {
  const Settings settings = Settings::parse(files.read(file), file, Settings::Kind::data);
  Puzzle puzzle;
  puzzle.name = settings.text("name", file.stem().string());
  puzzle.pool = read_pool(settings, files);
  read_formation(puzzle, settings.table("formation"));
  for (const Settings& requirement : settings.tables("requirement")) {
    puzzle.requirements.push_back(read_requirement(requirement, puzzle));
  }
  read_synergy(puzzle, settings.table("synergy"));
  read_objective(puzzle, settings.table("objective"));
  const Settings optimum = settings.table("optimum");
  read_optimum(puzzle, settings, optimum);
  settings.reject_unknown_keys();

  check_synergy(puzzle);
  for (const Requirement& requirement : puzzle.requirements) check_possible(requirement, puzzle);
  if (const std::string flaw = verify_certificate(puzzle); !flaw.empty()) {
    optimum.fail({}, "the proof of the optimum does not hold: " + flaw);
  }
  return puzzle;
}

}  // namespace skerry::party
