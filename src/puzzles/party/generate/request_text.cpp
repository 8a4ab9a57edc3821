#include "puzzles/party/generate/request_text.hpp"

#include "app/config/toml_string.hpp"
#include "app/text/utf8.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

using Texts = std::map<std::string, std::string, std::less<>>;  ///< [key] value in TOML

/// Returns the values of a table, with some in place of its own, without those that stand elsewhere.
std::string table_text(std::string_view heading, const Settings& table, const Texts& replaced,
                       const std::vector<std::string_view>& elsewhere = {}) {
  std::string text = fmt::format("\n{}\n", heading);
  for (const Settings::Value& value : table.values()) {
    if (std::ranges::find(elsewhere, value.key) != elsewhere.end()) continue;
    const auto other = replaced.find(value.key);
    text += fmt::format("{} = {}\n", value.key, other == replaced.end() ? value.text : other->second);
  }
  return text;
}

std::string tables_text(std::string_view path, const Settings& table, std::string_view list) {
  std::string text;
  for (const Settings& element : table.tables(list))
    text += table_text(fmt::format("[[{}.{}]]", path, list), element, {});
  return text;
}

Texts bounds_of(const Request& request, const Trial& trial, std::size_t rule) {
  Texts bounds;
  for (std::size_t i = 0; i < request.ranges.size(); ++i) {
    const BoundRange& range = request.ranges[i];
    if (range.rule == rule) bounds.emplace(key_of(range), fmt::format("{}", range.values[trial.places[i]]));
  }
  return bounds;
}

std::string pool_text(const Request& request, const std::filesystem::path& folder) {
  const auto absolute = [](const std::filesystem::path& path) {
    return (std::filesystem::current_path() / path).lexically_normal();
  };
  const std::filesystem::path file = absolute(request.pool).lexically_proximate(absolute(folder));
  const std::string heading = fmt::format("[pool]\nfile = {}", toml_string(file.generic_string()));
  return table_text(heading, request.settings.table("pool"), {}, {"file", "heroes", "traits_together"});
}

std::string optimum_text(const Puzzle& puzzle) {
  const Certificate& certificate = *puzzle.certificate;
  std::vector<std::string> ids;
  for (const std::uint32_t hero : certificate.party) ids.push_back(toml_string(puzzle.pool.ids[hero]));
  return fmt::format(
      "\n# The proof: no hero costs less than base + multiplier x (what it adds to each requirement); this "
      "party costs "
      "just that.\n"
      "[optimum]\nfitness = {}\nbase = {}\nmultipliers = [{}]  # of the requirements, in their order\nparty "
      "= [{}]\n",
      certificate.optimum, certificate.base, fmt::join(certificate.multipliers, ", "), fmt::join(ids, ", "));
}

std::string with_unit(double price, const Puzzle& puzzle) {
  return puzzle.unit.empty() ? fmt::format("{:.10g}", price) : fmt::format("{:.10g} {}", price, puzzle.unit);
}

std::string price_phrase(const PriceAnswer& answer, const Puzzle& puzzle) {
  const bool minimise = puzzle.direction == Direction::minimise;
  const std::string_view best = minimise ? "the cheapest party costs" : "the best party has";
  if (answer.solvable == false) return "no party meets its rules";
  if (answer.proven) return fmt::format("{} {}", best, with_unit(*answer.best, puzzle));
  if (answer.bound) {
    return fmt::format("{} {} {}", best, minimise ? "at least" : "at most", with_unit(*answer.bound, puzzle));
  }
  if (answer.best) {
    return fmt::format("{} {} {}", best, minimise ? "at most" : "at least", with_unit(*answer.best, puzzle));
  }
  return "what it costs was not decided";
}

std::string reason(SearchEnd end) {
  switch (end) {
    case SearchEnd::too_dear:
      return "even the loosest bounds are too tight";
    case SearchEnd::too_cheap:
      return "even the tightest bounds are too loose";
    case SearchEnd::tries_over:
      return "wanted.tries is reached";
    case SearchEnd::stopped:
      return "the time is over";
    default:
      return "no choice of bounds is left to try";
  }
}

}  // namespace

Puzzle puzzle_of(const Request& request, const Trial& trial) {
  Puzzle puzzle = request.puzzle;
  for (std::size_t i = 0; i < trial.places.size(); ++i)
    set_bound(puzzle, request.ranges[i], request.ranges[i].values[trial.places[i]]);
  return puzzle;
}

std::string puzzle_text(const Request& request, const Trial& trial, const std::vector<std::string>& heading,
                        const std::filesystem::path& folder) {
  const Settings& settings = request.settings;
  std::string text;
  for (std::string line : heading) {
    std::ranges::replace_if(line, is_control, ' ');
    text += fmt::format("# {}\n", line);
  }
  if (settings.has("name")) text += fmt::format("name = {}\n", toml_string(settings.text("name")));
  for (const char* measures : {"features", "objectives"}) {
    std::vector<std::string> texts;
    for (const std::string& measure : settings.texts(measures)) texts.push_back(toml_string(measure));
    if (!texts.empty()) text += fmt::format("{} = [{}]\n", measures, fmt::join(texts, ", "));
  }
  text += pool_text(request, folder);
  const Settings formation = settings.table("formation");
  const std::vector<std::string_view> conditions = {"restriction", "fit", "locked"};
  text += table_text("[formation]", formation, {}, conditions);
  for (const std::string_view list : conditions) text += tables_text("formation", formation, list);
  text += table_text("[objective]", settings.table("objective"), {});
  const std::vector<Settings> requirements = settings.tables("requirement");
  if (settings.has("synergy")) {
    const Settings synergy = settings.table("synergy");
    text += table_text("[synergy]", synergy, bounds_of(request, trial, requirements.size()), {"affinity"});
    text += tables_text("synergy", synergy, "affinity");
  }
  for (std::size_t r = 0; r < requirements.size(); ++r)
    text += table_text("[[requirement]]", requirements[r], bounds_of(request, trial, r));
  if (request.puzzle.certificate) return text + optimum_text(request.puzzle);
  if (trial.answer.proven && trial.answer.best)
    text += fmt::format("\n[optimum]\nfitness = {}\n", *trial.answer.best);
  return text;
}

std::string proven_text(const Request& request, const Trial& trial) {
  std::string text = price_phrase(trial.answer, request.puzzle);
  if (trial.solutions) {
    const std::uint64_t teams = trial.solutions->teams;
    text +=
        fmt::format(", and {}{} team{} within {:.4g} % of that", trial.solutions->complete ? "" : "at least ",
                    teams, teams == 1 ? " is" : "s are", 100 * request.wanted.within);
  }
  return text;
}

std::string failure_text(const Request& request, const SearchResult& result) {
  const Wanted& wanted = request.wanted;
  const std::string asked =
      fmt::format("a price of {:.10g} to {} and {} team{} within {:.4g} %", wanted.lowest,
                  with_unit(wanted.highest, request.puzzle), wanted.solutions,
                  wanted.solutions == 1 ? "" : "s", 100 * wanted.within);
  if (result.tried == 0) return fmt::format("no puzzle with {}: {}", asked, reason(result.end));
  const std::string bounds = bounds_text(puzzle_of(request, result.best), request.ranges);
  return fmt::format("no puzzle with {} among {} tried: {}; the nearest{}: {}", asked, result.tried,
                     reason(result.end), bounds.empty() ? "" : fmt::format(" asks {}", bounds),
                     proven_text(request, result.best));
}

}  // namespace skerry::party
