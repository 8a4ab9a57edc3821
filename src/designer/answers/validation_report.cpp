#include "designer/answers/validation_report.hpp"

#include "skerry/error.hpp"

#include "app/process/analysis.hpp"
#include "app/terminal/console.hpp"
#include "designer/proof/prover.hpp"
#include "puzzles/party/draw/draw.hpp"
#include "puzzles/party/draw/layout.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry::party {

namespace {

using Json = nlohmann::ordered_json;
constexpr const char* validation_schema = "skerry.validation/1";
constexpr std::size_t most_shares = 50;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const PriceAnswer& answer) {
  return {{"solvable", or_null(answer.solvable)},
          {"best", or_null(answer.best)},
          {"bound", or_null(answer.bound)},
          {"proven", answer.proven}};
}

Json gap_of(const PriceAnswer& answer) {
  if (!answer.best || !answer.bound) return nullptr;
  const double difference = std::abs(*answer.best - *answer.bound);
  if (difference == 0) return 0.0;
  return difference / std::max(std::abs(*answer.best), 1e-9);
}

Json party_of(const Puzzle& puzzle, const std::vector<std::uint32_t>& party) {
  Json nodes = Json::array();
  for (std::uint32_t node = 0; node < party.size(); ++node) {
    const std::uint32_t hero = party[node];
    Json values = Json::object();
    for (const CategoricalColumn& column : puzzle.pool.categorical) {
      if (!column.many) values[column.name] = column.values[column.value[hero]];
    }
    for (const NumericColumn& column : puzzle.pool.numeric) values[column.name] = column.value[hero];
    nodes.push_back({{"node", puzzle.nodes[node].name},
                     {"hero", puzzle.pool.ids[hero]},
                     {"name", hero_label(puzzle, hero)},
                     {"price", puzzle.pool.numeric[puzzle.objective].value[hero]},
                     {"values", values}});
  }
  return nodes;
}

Json rules_of(const Puzzle& puzzle, const std::vector<std::uint32_t>& party) {
  Json rules = Json::array();
  for (const Verdict& verdict : judge(puzzle, party))
    rules.push_back({{"rule", verdict.rule}, {"holds", verdict.met}, {"found", verdict.found}});
  return rules;
}

Json formation_of(const Puzzle& puzzle, const std::vector<std::uint32_t>& party) {
  Json names = Json::array();
  for (const Node& node : puzzle.nodes) names.push_back(node.name);
  Json formation = {{"nodes", names}, {"edges", puzzle.edges}, {"layout", layout(puzzle)}};
  if (!party.empty()) formation["edge_weights"] = weights_of_edges(puzzle, party);
  return formation;
}

Json catalogue_of(const Validation& validation, const Puzzle& puzzle) {
  Json catalogue = Json::array();
  for (const CatalogueEntry& entry : validation.catalogue) {
    Json ids = Json::array(), names = Json::array();
    for (const std::uint32_t hero : entry.party) {
      ids.push_back(puzzle.pool.ids[hero]);
      names.push_back(hero_label(puzzle, hero));
    }
    catalogue.push_back({{"price", validation.whole.objective(validation.whole.cost(entry.party))},
                         {"synergy", synergy(puzzle, entry.party)},
                         {"placements", entry.placements},
                         {"party", ids},
                         {"names", names},
                         {"edge_weights", weights_of_edges(puzzle, entry.party)}});
  }
  return catalogue;
}

Json lean_on(const Validation& validation, const Puzzle& puzzle) {
  Json heroes = Json::array(), values = Json::array();
  for (const HeroShare& share : validation.heroes) {
    if (heroes.size() == most_shares) break;
    heroes.push_back({{"hero", puzzle.pool.ids[share.hero]},
                      {"name", hero_label(puzzle, share.hero)},
                      {"share", share.share}});
  }
  for (const ValueShare& share : validation.values) {
    if (values.size() == most_shares) break;
    values.push_back({{"property", share.property}, {"value", share.value}, {"share", share.share}});
  }
  Json json = {{"heroes", heroes}, {"values", values}};
  if (validation.without_most_used) {
    const std::uint32_t hero = validation.heroes.front().hero;
    Json without = {{"hero", puzzle.pool.ids[hero]}, {"name", hero_label(puzzle, hero)}};
    without.update(json_of(*validation.without_most_used));
    json["without"] = without;
  }
  return json;
}

Json rule_prices_of(const Validation& validation) {
  Json prices = Json::array();
  for (const RulePrice& price : validation.rule_prices) {
    Json json = {{"rule", price.rule}, {"without", json_of(price.without)}};
    const auto add = [&](const char* key, const std::optional<RulePrice::Other>& other) {
      if (!other) return;
      json[key] = {{"text", other->text}};
      json[key].update(json_of(other->answer));
    };
    add("tighter", price.tighter);
    add("looser", price.looser);
    prices.push_back(json);
  }
  return prices;
}

Json fronts_of(const Validation& validation) {
  Json fronts = Json::array();
  for (const Front& front : validation.fronts) {
    Json points = Json::array();
    for (const auto& [bound, answer] : front.points) {
      Json json = {{front.lower_bound ? "at_least" : "at_most", bound}};
      json.update(json_of(answer));
      points.push_back(json);
    }
    fronts.push_back({{"rule", front.rule}, {"unit", ""}, {"points", points}});
  }
  return fronts;
}

Json player_of(const PlayerAnswer& player) {
  return {{"constructions", player.constructions},
          {"synergetic", player.synergetic},
          {"feasible", player.feasible},
          {"attempts", or_null(player.attempts)}};
}

Json owner_of(const OwnerAnswer& owner) {
  Json json = {{"share", owner.share},
               {"heroes", owner.heroes},
               {"players", owner.players},
               {"solving", owner.solving}};
  json.update(player_of(owner.all));
  return json;
}

void add_extras(Json& json, const Validation& validation) {
  if (validation.player) {
    json["player"] = player_of(*validation.player);
    json["player"]["parts"] = Json::array();
    for (const OwnerAnswer& owner : validation.random_owners)
      json["player"]["parts"].push_back(owner_of(owner));
    json["player"]["owned"] = validation.owner ? owner_of(*validation.owner) : Json(nullptr);
  }
  if (validation.islands) add_islands(json, *validation.islands);
}

}  // namespace

Json json_of(const Validation& validation, const Puzzle& puzzle, const ValidationSettings& settings,
             const std::string& file, const std::string& certificate) {
  const PriceAnswer& answer = validation.answer;
  const std::vector<std::uint32_t>& best = validation.findings.best;
  Json json = {{"schema", validation_schema},
               {"puzzle", puzzle.name},
               {"file", file},
               {"version", SKERRY_VERSION},
               {"seed", settings.seed},
               {"unit", puzzle.unit},
               {"direction", puzzle.direction == Direction::minimise ? "minimise" : "maximise"},
               {"naming",
                {{"hero", puzzle.naming.hero},
                 {"heroes", puzzle.naming.heroes},
                 {"party", puzzle.naming.party},
                 {"parties", puzzle.naming.parties}}}};
  json.update(json_of(answer));
  json["gap"] = gap_of(answer);
  json["seconds"] = validation.seconds;
  json["total_seconds"] = validation.total_seconds;
  json["clash"] = validation.clash ? validation.clash->rules : std::vector<std::string>{};
  json["relaxations"] = Json::array();
  if (validation.clash) {
    for (const auto& [rule, bound, text] : validation.clash->relaxations)
      json["relaxations"].push_back({{"rule", validation.clash->rules[rule]}, {"text", text}});
  }
  json["tried"] = validation.tried;
  json["formation"] = formation_of(puzzle, best);
  json["certificate"] = certificate.empty() ? Json(nullptr) : Json(certificate);
  json["within"] = settings.within;
  json["solutions"] = nullptr;
  if (!best.empty()) {
    json["party"] = party_of(puzzle, best);
    json["solution"] = describe(puzzle, best);
    json["synergy"] = synergy(puzzle, best);
    json["rules"] = rules_of(puzzle, best);
  }
  if (validation.solutions) {
    json["solutions"] = {{"teams", validation.solutions->teams},
                         {"placements", validation.solutions->placements},
                         {"complete", validation.solutions->complete}};
    const auto add_reason = [&](const char* key, const std::string& reason) {
      if (!reason.empty()) json["solutions"][key] = reason;
    };
    add_reason("cut", validation.solutions->cut);
    add_reason("catalogue_cut", validation.solutions->catalogue_cut);
    json["catalogue"] = catalogue_of(validation, puzzle);
    json["lean_on"] = lean_on(validation, puzzle);
  }
  json["rule_prices"] = rule_prices_of(validation);
  json["fronts"] = fronts_of(validation);
  add_extras(json, validation);
  return json;
}

Json json_of_impossible(const std::string& name, const std::string& file, const std::string& rule) {
  return {{"schema", validation_schema},
          {"puzzle", name},
          {"file", file},
          {"version", SKERRY_VERSION},
          {"solvable", false},
          {"best", nullptr},
          {"bound", nullptr},
          {"proven", true},
          {"gap", nullptr},
          {"seconds", 0.0},
          {"clash", {rule}},
          {"tried", {"reading the puzzle"}},
          {"solutions", nullptr}};
}

void add_islands(nlohmann::ordered_json& json, const IslandsAnswer& islands) {
  using Json = nlohmann::ordered_json;
  const IslandHistory& history = islands.history;
  Json best = Json::array(), new_bests = Json::array(), migrated = Json::array();
  for (const auto& island : history.best) {
    Json points = Json::array();
    for (const std::optional<double>& point : island) points.push_back(point ? Json(*point) : Json(nullptr));
    best.push_back(points);
  }
  for (const auto& [generation, island, fitness] : history.new_bests)
    new_bests.push_back({{"generation", generation}, {"island", island}, {"best", fitness}});
  std::uint64_t migrants = 0;
  for (std::size_t island = 0; island < history.individuals_sent.size(); ++island) {
    migrants += history.individuals_sent[island];
    migrated.push_back({{"island", island}, {"individuals sent", history.individuals_sent[island]}});
  }
  json["islands"] = {{"count", islands.count},
                     {"last_generation", islands.generations},
                     {"evaluations", islands.evaluations},
                     {"restarts", history.restarts},
                     {"migrants", migrants},
                     {"generations", history.generations},
                     {"best", best},
                     {"diversity", history.diversity},
                     {"new_bests", new_bests}};
  if (migrants > 0) json["migrated"] = migrated;
}

namespace {

std::string text_of(const Validated& validated, const ValidationSettings& settings) {
  if (validated.puzzle) return text_of(validated.validation, *validated.puzzle, settings);
  return fmt::format("puzzle     {}\nsolvable   no: {}\n", validated.name, validated.impossible);
}

nlohmann::ordered_json json_of(const Validated& validated, const ValidationSettings& settings,
                               const std::string& proof) {
  if (validated.puzzle)
    return json_of(validated.validation, *validated.puzzle, settings, validated.file, proof);
  return json_of_impossible(validated.name, validated.file, validated.validation.clash->rules.front());
}

}  // namespace

std::string proof_file(const std::string& folder, const std::string& puzzle_file) {
  const std::string stem = std::filesystem::path(puzzle_file).stem().string();
  return (std::filesystem::path(folder) / (stem + ".proof.json")).string();
}

ValidationReport::ValidationReport(const ValidationSettings& settings, const ReportSettings& report)
    : settings_(settings), report_(report) {}

void ValidationReport::add(Validated validated) {
  nlohmann::ordered_json json = json_of(validated, settings_, write_proof(validated));
  std::string text = text_of(validated, settings_);
  if (report_.compare && previous_) {
    const Comparison comparison = compare(*previous_, validated);
    json["comparison"] = json_of(comparison);
    text += "\n" + text_of(comparison);
  }
  const std::string line = json_line(json) + "\n";
  print_result(report_.json ? line : (rows_.empty() ? "" : "\n") + text);
  objects_ += line;
  rows_.push_back(overview_row(validated));
  if (report_.compare) previous_ = std::move(validated);
}

namespace {

/// Throws UsageError if the analysis is missing, and Error if it fails; it has then said why.
void make_page(const std::string& command, const std::filesystem::path& input,
               const std::filesystem::path& page) {
  std::vector<std::string> words = {analysis_program(), command, input.string(), "--output", page.string()};
  pid_t process = 0;
  // Standard output is for the answers.
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int failure =
      ::posix_spawnp(&process, words[0].c_str(), &actions, nullptr, arguments_of(words).data(), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) refuse_analysis_start(words[0], failure);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(ExitStatus::failed, fmt::format("the page {} was not made", page.string()));
}

}  // namespace

void ValidationReport::end() {
  if (!report_.json && rows_.size() > 1) print_result("\n" + overview_text(rows_));
  if (report_.page.empty()) return;
  const std::filesystem::path file = report_.page + ".json";
  replace_file(file, objects_);
  make_page("validation", file, report_.page);
}

/// Writes the certificate and returns its file; nothing where none is asked or nothing is proven.
std::string ValidationReport::write_proof(const Validated& validated) const {
  const Validation& validation = validated.validation;
  if (report_.proofs.empty() || validation.findings.stages.empty()) return {};
  make_folder(report_.proofs);
  const std::string file = proof_file(report_.proofs, validated.file);
  remove_parts_of(file);
  replace_file(file, certificate_text(*validated.puzzle, validation.whole, validation.findings));
  return file;
}

}  // namespace skerry::party
