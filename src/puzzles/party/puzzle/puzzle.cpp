#include "puzzles/party/puzzle/puzzle.hpp"

#include "skerry/detail/text.hpp"

#include "app/text/text.hpp"
#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/player.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/core.h>

namespace skerry::party {

namespace {

/// Collects the columns that a puzzle uses, so that a misspelt name is reported at its place in the puzzle
/// file.
class ColumnsInUse {
 public:
  ColumnsInUse(const Settings& pool, const std::string& csv, const std::string& file, const Naming& naming) {
    wanted_.naming = naming;
    CsvReader reader(csv, file, separator_of(csv));
    std::vector<CsvField> header;
    reader.next(header);
    for (const CsvField& field : header) names_.emplace_back(field.text);
    wanted_.id = pool.text("id", "id");
    if (pool.has("id")) check(pool, "id", wanted_.id);
    if (pool.has("name")) {
      wanted_.name = pool.text("name");
      check(pool, "name", wanted_.name);
    }
    many_ = pool.texts("many");
    for (const std::string& name : many_) check(pool, "many", name);
    const std::string separator = pool.text("separator", ";");
    if (separator.size() != 1) {
      pool.fail("separator", fmt::format("separator is '{}'; it is one character", separator));
    }
    wanted_.separator = separator.front();
  }

  /// Has the column read that `key` names. Whatever looks at a column asks for it here, before the pool is
  /// read.
  void use(const Settings& settings, std::string_view key, const std::string& name, ColumnUse use) {
    check(settings, key, name);
    const bool many = std::ranges::find(many_, name) != many_.end();
    if (many && use != ColumnUse::any_values) {
      settings.fail(key,
                    said(wanted_.naming,
                         "a {hero} has several values of '{}', {}; restrictions, soft conditions "
                         "and counts by value, as in \"count {}=VALUE\", take such a column",
                         name, use == ColumnUse::number ? "which are no number" : "and one is needed", name));
    }
    (use == ColumnUse::number ? wanted_.numeric : many ? wanted_.many : wanted_.categorical).push_back(name);
  }
  const PoolColumns& wanted() const { return wanted_; }

 private:
  void check(const Settings& settings, std::string_view key, const std::string& name) const {
    if (names_.empty() || std::ranges::find(names_, name) != names_.end()) return;
    const auto nearest = nearest_name(name, names_);
    settings.fail(
        key, fmt::format("the pool has no column '{}'{}; its columns are {}", name,
                         nearest ? fmt::format("; did you mean '{}'?", *nearest) : "", joined(names_, ", ")));
  }

  std::vector<std::string> names_;
  std::vector<std::string> many_;
  PoolColumns wanted_;
};

/// The features and objectives of a puzzle as text, each with the table that names them.
struct MeasuresText {
  struct List {
    Settings from;
    std::string key;
    std::vector<MeasureText> measures;
  };
  MeasuresText(const Settings& puzzle, const Settings* problem)
      : features(list(puzzle, problem, "features")), objectives(list(puzzle, problem, "objectives")) {}
  List features, objectives;

 private:
  /// The list of the problem takes the place of the puzzle's, which is read in any case.
  static List list(const Settings& puzzle, const Settings* problem, const std::string& key) {
    const std::string price = puzzle.table("objective").text("property");
    List own{puzzle, key, read_measures(puzzle, key, price)};
    if (problem == nullptr || !problem->has(key)) return own;
    return {*problem, key, read_measures(*problem, key, price)};
  }
};

void resolve_measures(Puzzle& puzzle, const MeasuresText& text) {
  for (const MeasureText& feature : text.features.measures) {
    puzzle.features.push_back(
        {measure_of(puzzle.naming, feature, puzzle.pool, text.features.from, text.features.key), feature.from,
         feature.to, feature.cells});
  }
  for (const MeasureText& objective : text.objectives.measures) {
    puzzle.objectives.push_back(
        {measure_of(puzzle.naming, objective, puzzle.pool, text.objectives.from, text.objectives.key),
         objective.direction, objective.reference});
  }
}

Pool read_pool(const Settings& settings, const MeasuresText& measures, Files& files, const Naming& naming) {
  const Settings pool = settings.table("pool");
  const std::filesystem::path file = pool.path("file");
  const std::string& csv = files.read(file);
  ColumnsInUse columns(pool, csv, file.string(), naming);
  for (const Settings& requirement : settings.tables("requirement"))
    columns.use(requirement, "property", requirement.text("property"),
                column_use(requirement_kind(requirement)));
  for (const char* conditions : {"restriction", "fit"}) {
    for (const Settings& condition : settings.table("formation").tables(conditions))
      columns.use(condition, "property", condition.text("property"), ColumnUse::any_values);
  }
  const Settings synergy = settings.table("synergy");
  for (const std::string& trait : synergy.texts("traits"))
    columns.use(synergy, "traits", trait, ColumnUse::one_value);
  const Settings objective = settings.table("objective");
  columns.use(objective, "property", objective.text("property"), ColumnUse::number);
  for (const auto* list : {&measures.features, &measures.objectives}) {
    for (const MeasureText& measure : list->measures) {
      if (const auto use = measure.column_use()) columns.use(list->from, list->key, measure.column, *use);
    }
  }
  return parse_pool(csv, columns.wanted(), file.string());
}

void read_objective(Puzzle& puzzle, const Settings& settings) {
  puzzle.objective = puzzle.pool.numeric_column(settings.text("property"));
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
    if (!hero) optimum.fail("party", said(puzzle.naming, "the pool has no {hero} '{}'", id));
    certificate.party.push_back(*hero);
  }
}

Naming read_naming(const Settings& settings) {
  if (!settings.has("words")) return {};
  const std::vector<std::string> words = settings.texts("words");
  if (words.size() < 3 || words.size() > 4 || std::ranges::count(words, "") > 0) {
    settings.fail(
        "words",
        "words are those of a hero, of heroes, of a party and, if not that with an s, of parties, as in "
        "[\"player\", \"players\", \"squad\", \"squads\"]");
  }
  const std::string& party = words[2];
  return {words[0], words[1], party, words.size() == 4 ? words[3] : party + "s"};
}

}  // namespace

Puzzle read_puzzle(const std::filesystem::path& file, Files& files, const Settings* player,
                   const Settings* problem) {
  return read_puzzle(Settings::parse(files.read(file), file, Settings::Kind::data), files, player, problem);
}

Puzzle read_puzzle(const Settings& settings, Files& files, const Settings* player, const Settings* problem) {
  Puzzle puzzle;
  puzzle.name = settings.text("name", settings.file().stem().string());
  puzzle.naming = read_naming(settings);
  const MeasuresText measures(settings, problem);
  puzzle.pool = read_pool(settings, measures, files, puzzle.naming);
  resolve_measures(puzzle, measures);
  read_formation(puzzle, settings.table("formation"));
  for (const Settings& requirement : settings.tables("requirement")) {
    puzzle.requirements.push_back(read_requirement(requirement, puzzle));
  }
  read_synergy(puzzle, settings.table("synergy"));
  read_objective(puzzle, settings.table("objective"));
  const Settings optimum = settings.table("optimum");
  read_optimum(puzzle, settings, optimum);
  settings.reject_unknown_keys();

  const auto check_rules = [&] {
    check_synergy(puzzle);
    for (const Requirement& requirement : puzzle.requirements) check_possible(requirement, puzzle);
  };
  // The rules need hold for the player's pool alone: owned heroes may be what makes a budget possible.
  if (player == nullptr) check_rules();
  if (const std::string flaw = verify_certificate(puzzle); !flaw.empty()) {
    optimum.fail({}, "the proof of the optimum does not hold: " + flaw);
  }
  if (player != nullptr) {
    apply_player(puzzle, *player, files);
    check_rules();
  }
  return puzzle;
}

namespace {

constexpr std::array kind_names = {"total", "average", "count", "distinct", "share"};

std::optional<double> bound(const Settings& settings, std::string_view key, const Requirement& requirement,
                            std::size_t nodes) {
  if (!settings.has(key)) return std::nullopt;
  if (is_numeric(requirement.kind)) return settings.number(key);
  const std::int64_t least = requirement.kind == RequirementKind::count ? 0 : 1;
  return static_cast<double>(settings.integer(key, {least, static_cast<std::int64_t>(nodes)}));
}

std::string bounds_text(const Requirement& requirement) {
  if (requirement.at_least && requirement.at_least == requirement.at_most) {
    return fmt::format("exactly {}", *requirement.at_least);
  }
  if (!requirement.at_most) return fmt::format("at least {}", *requirement.at_least);
  if (!requirement.at_least) return fmt::format("at most {}", *requirement.at_most);
  return fmt::format("at least {} and at most {}", *requirement.at_least, *requirement.at_most);
}

void read_bounds(Requirement& requirement, const Settings& settings, const Puzzle& puzzle) {
  const std::size_t nodes = puzzle.nodes.size();
  requirement.at_least = bound(settings, "at_least", requirement, nodes);
  requirement.at_most = bound(settings, "at_most", requirement, nodes);
  const auto exactly = bound(settings, "exactly", requirement, nodes);
  settings.reject_unknown_keys();  // a misspelt bound is reported as such, and not as a missing one
  if (exactly) {
    if (requirement.at_least || requirement.at_most) {
      settings.fail("exactly", "exactly stands beside at_least or at_most; give one or the other");
    }
    requirement.at_least = requirement.at_most = exactly;
  }
  if (!requirement.at_least && !requirement.at_most) {
    settings.fail({}, "a requirement has no bound; give at_least, at_most or exactly");
  }
  if (requirement.at_least && requirement.at_most && *requirement.at_least > *requirement.at_most) {
    settings.fail("at_least", said(puzzle.naming, "at_least is {} and at_most {}; no {party} can meet both",
                                   *requirement.at_least, *requirement.at_most));
  }
}

}  // namespace

std::string requirement_text(const Naming& naming, const Requirement& requirement,
                             const std::string& property, const std::vector<std::string>& values) {
  const std::string bounds = bounds_text(requirement);
  switch (requirement.kind) {
    case RequirementKind::total:
      return fmt::format("total {} {}", property, bounds);
    case RequirementKind::average:
      return fmt::format("average {} {}", property, bounds);
    case RequirementKind::count:
      return fmt::format("{} {} with {} {}", bounds, naming.heroes, property, joined(values, " or "));
    case RequirementKind::distinct:
      return fmt::format("{} different values of {}", bounds, property);
    case RequirementKind::share:
      break;
  }
  return fmt::format("{} {} with the same {}", bounds, naming.heroes, property);
}

RequirementKind requirement_kind(const Settings& settings) {
  settings.text("kind");  // throws, since there is no default
  const std::string name = settings.choice("kind", "", {"total", "average", "count", "distinct", "share"});
  return static_cast<RequirementKind>(std::ranges::find(kind_names, name) - kind_names.begin());
}

ColumnUse column_use(RequirementKind kind) {
  switch (kind) {
    case RequirementKind::total:
    case RequirementKind::average:
      return ColumnUse::number;
    case RequirementKind::count:
      return ColumnUse::any_values;
    case RequirementKind::distinct:
    case RequirementKind::share:
      break;
  }
  return ColumnUse::one_value;
}

bool is_numeric(RequirementKind kind) {
  return column_use(kind) == ColumnUse::number;
}

const std::string& property_of(const Pool& pool, const Requirement& requirement) {
  return is_numeric(requirement.kind) ? pool.numeric[requirement.column].name
                                      : pool.categorical[requirement.column].name;
}

std::vector<std::uint32_t> value_codes(const Naming& naming, const CategoricalColumn& column,
                                       const Settings& settings, bool needed) {
  const std::string key = settings.has("value") ? "value" : "values";
  const std::vector<std::string> values = settings.texts(key);
  if (values.empty())
    settings.fail(key, fmt::format("no value of {} is named; give value or values", column.name));
  std::vector<std::uint32_t> codes;
  for (const std::string& value : values) {
    const auto found = std::ranges::find(column.values, value);
    if (found != column.values.end())
      codes.push_back(static_cast<std::uint32_t>(found - column.values.begin()));
  }
  if (codes.empty()) {
    const auto nearest = nearest_name(values.front(), column.values);
    const std::string message =
        said(naming, "the pool has no {hero} whose {} is '{}'{}", column.name, joined(values, "' or '"),
             nearest ? fmt::format("; did you mean '{}'?", *nearest) : "");
    if (!needed) settings.fail(key, message);
    throw ImpossibleRule(fmt::format("{} {}", column.name, joined(values, " or ")),
                         fmt::format("{} ({})", message, settings.where(key)));
  }
  std::ranges::sort(codes);
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

Requirement read_requirement(const Settings& settings, const Puzzle& puzzle) {
  Requirement requirement;
  requirement.kind = requirement_kind(settings);
  requirement.where = settings.where();
  const std::string property = settings.text("property");
  std::vector<std::string> values;
  requirement.column = is_numeric(requirement.kind) ? puzzle.pool.numeric_column(property)
                                                    : puzzle.pool.categorical_column(property);
  if (requirement.kind == RequirementKind::count) {
    const auto asks = [&](const char* key) {
      return bound(settings, key, requirement, puzzle.nodes.size()).value_or(0) > 0;
    };
    requirement.values = value_codes(puzzle.naming, puzzle.pool.categorical[requirement.column], settings,
                                     asks("at_least") || asks("exactly"));
    values = settings.texts(settings.has("value") ? "value" : "values");
  }
  read_bounds(requirement, settings, puzzle);
  requirement.text = requirement_text(puzzle.naming, requirement, property, values);
  return requirement;
}

}  // namespace skerry::party
