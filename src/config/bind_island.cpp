#include "config/configuration.hpp"

#include <fmt/format.h>

namespace skerry {
namespace {

// Far above any sensible run; a slip of the pen ends in a message and not in a lack of memory.
constexpr std::int64_t most_individuals = 100'000'000;

/// Reads keys of one table, absent ones from another GeneticSettings.
class Reader {
 public:
  explicit Reader(const Settings& table) : table_(table) {}

  void read(const char* key, std::uint64_t& value, Range<std::int64_t> range) const {
    value = static_cast<std::uint64_t>(table_.integer(key, static_cast<std::int64_t>(value), range));
  }
  void read(const char* key, double& value, Range<double> range) const {
    value = table_.number(key, value, range);
  }
  void read(const char* key, bool& value) const { value = table_.flag(key, value); }

 private:
  const Settings& table_;
};

std::string_view name_of(SelectionKind kind) {
  switch (kind) {
    case SelectionKind::tournament:
      return "tournament";
    case SelectionKind::proportional:
      return "proportional";
    case SelectionKind::linear_rank:
      break;
  }
  return "linear_rank";
}

SelectionKind read_selection(const Settings& table, SelectionKind fallback) {
  const std::string name =
      table.choice("selection", name_of(fallback), {"linear_rank", "tournament", "proportional"});
  if (name == "tournament") return SelectionKind::tournament;
  return name == "proportional" ? SelectionKind::proportional : SelectionKind::linear_rank;
}

ReplacementKind read_replacement(const Settings& table, ReplacementKind fallback) {
  const std::string_view name = fallback == ReplacementKind::plus ? "plus" : "generational";
  return table.choice("replacement", name, {"plus", "generational"}) == "plus"
             ? ReplacementKind::plus
             : ReplacementKind::generational;
}

/// The mistake may be in either key: names the one that this table holds.
const char* one_at_hand(const Settings& table, const char* key, const char* other) {
  return table.has(key) || !table.has(other) ? key : other;
}

void check_together(const Settings& table, const GeneticSettings& settings) {
  if (settings.replacement != ReplacementKind::generational) return;
  if (settings.elites >= settings.population) {
    table.fail(one_at_hand(table, "elites", "population"),
               fmt::format("elites is {} in a population of {}; elites are fewer than the population",
                           settings.elites, settings.population));
  }
  if (settings.offspring + settings.elites < settings.population) {
    table.fail(one_at_hand(table, "offspring", "population"),
               fmt::format("offspring is {} and elites {}, which don't fill a population of {}; generational "
                           "replacement needs offspring + elites of at least the population",
                           settings.offspring, settings.elites, settings.population));
  }
}

}  // namespace

GeneticSettings bind_island(const Settings& table, const GeneticSettings& fallback) {
  GeneticSettings settings = fallback;
  const Reader reader(table);
  reader.read("population", settings.population, {2, most_individuals});
  reader.read("offspring", settings.offspring, {1, most_individuals});
  settings.selection = read_selection(table, settings.selection);
  reader.read("selection_pressure", settings.selection_pressure, {1, 2});
  reader.read("tournament_size", settings.tournament_size, {1, most_individuals});
  reader.read("tournament_win_rate", settings.tournament_win_rate, rate_range);
  reader.read("crossover_rate", settings.crossover_rate, rate_range);
  reader.read("mutation_rate", settings.mutation_rate, rate_range);
  settings.replacement = read_replacement(table, settings.replacement);
  reader.read("elites", settings.elites, count_range);
  reader.read("keep_duplicates", settings.keep_duplicates);
  reader.read("refresh_below", settings.refresh_below, rate_range);
  reader.read("refresh_share", settings.refresh_share, rate_range);
  reader.read("restart_after", settings.restart_after, count_range);
  reader.read("improve_rate", settings.improve_rate, rate_range);
  reader.read("improve_budget", settings.improve_budget, count_range);
  check_together(table, settings);
  return settings;
}

}  // namespace skerry
