#include "designer/answers/questions.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/terminal/console.hpp"
#include "designer/answers/solutions.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "trace/checkpoint/format.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr const char* kept_schema = "skerry.kept-answers/1";

/// Proves the price of a changed puzzle. A party of the puzzle as it was is a start where it is sound
/// there, too; else, and where a rule is gone, annealing looks for a better one first.
PriceAnswer prove_price(const Puzzle& puzzle, const std::vector<std::uint32_t>& party,
                        const Questions& questions) {
  const auto stop = questions.limit();
  Prover prover(puzzle);
  prover.limit_programs(questions.seconds());
  const Findings first = prover.prove(
      {}, [&, watch = Stopwatch()] { return stop() || watch.seconds() > questions.seconds() / 3; });
  if (first.complete) return answer_of(first, prover.whole());
  std::vector<std::uint32_t> start =
      anneal_party(Roster(puzzle), annealings_of_one_of_many, steps_of_an_annealing, questions.seed(),
                   [&, watch = Stopwatch()] { return stop() || watch.seconds() > questions.seconds() / 3; });
  const bool sound = score(puzzle, party).violation == 0;
  if (sound && (start.empty() || prover.whole().cost(party) < prover.whole().cost(start))) start = party;
  return answer_of(prover.prove(start, stop), prover.whole());
}

/// Returns the price with another bound of a rule, or without the rule where `bound` is none.
PriceAnswer price_with(const Puzzle& puzzle, std::size_t rule, bool lower, std::optional<double> bound,
                       const std::vector<std::uint32_t>& party, const Questions& questions) {
  const std::string name =
      bound ? fmt::format("with_rule/{}/{}/{}", rule, lower ? "at_least" : "at_most", *bound)
            : fmt::format("without_rule/{}", rule);
  return questions.ask(name,
                       [&] { return prove_price(with_rule(puzzle, rule, lower, bound), party, questions); });
}

struct Bound {
  bool lower = true;
  double value = 0;
  double step = 1;
};

Bound bound_of(const Puzzle& puzzle, std::size_t rule) {
  if (rule == puzzle.requirements.size())
    return {true, puzzle.synergy.at_least, 0.5 / static_cast<double>(puzzle.edges.size())};
  const Requirement& requirement = puzzle.requirements[rule];
  if (requirement.at_least) return {true, *requirement.at_least, 1};
  return {false, *requirement.at_most, 1};
}

std::string moved_text(const Puzzle& puzzle, std::size_t rule, const Bound& bound, double value) {
  if (rule == puzzle.requirements.size()) return fmt::format("synergy at least {:.4g}", value);
  std::string text = puzzle.requirements[rule].text;
  const std::string before = fmt::format("{} {}", bound.lower ? "at least" : "at most", bound.value);
  const std::size_t place = text.find(before);
  const std::string after = fmt::format("{} {}", bound.lower ? "at least" : "at most", value);
  return place == std::string::npos ? after + " in " + text : text.replace(place, before.size(), after);
}

bool in_range(const Puzzle& puzzle, std::size_t rule, double value) {
  if (rule == puzzle.requirements.size()) return value > 0 && value <= 1;
  if (is_numeric(puzzle.requirements[rule].kind)) return true;
  return value >= 0 && value <= static_cast<double>(puzzle.nodes.size());
}

/// Follows the bound of a rule through values, the looser first, up to the first that no party meets.
void follow(Front front, const std::vector<double>& values, std::size_t rule, Validation& validation,
            const Puzzle& puzzle, const Questions& questions) {
  const double present = bound_of(puzzle, rule).value;
  for (const double value : values) {
    if (questions.over() || !in_range(puzzle, rule, value)) continue;
    front.points.push_back({value, value == present ? validation.answer
                                                    : price_with(puzzle, rule, front.lower_bound, value,
                                                                 validation.findings.best, questions)});
    if (front.points.back().answer.solvable == false) break;
  }
  validation.fronts.push_back(std::move(front));
}

}  // namespace

KeptAnswers::KeptAnswers(std::filesystem::path file, double seconds, std::function<bool()> stop)
    : file_(std::move(file)), stop_(std::move(stop)), limit_(seconds) {
  make_folder(file_.parent_path());
  remove_parts_of(file_);
  std::ifstream stream(file_, std::ios::binary);
  if (!stream) return;
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != kept_schema)
      throw DataError(fmt::format("the schema of {} is {}; it is \"{}\"", file_.string(),
                                  json.at("schema").dump(), kept_schema));
    const bool same_limit = json.at("limit").get<double>() == limit_;
    for (const auto& [question, kept] : json.at("answers").items()) {
      Entry entry{kept.at("answer"), kept.at("seconds").get<double>(), kept.at("final").get<bool>()};
      if (!same_limit) entry.seconds = 0;
      if (same_limit || entry.final) entries_.emplace(question, std::move(entry));
    }
  } catch (const Json::exception& error) {
    throw DataError(
        fmt::format("{} does not hold answers that --keep has written ({}); without it the "
                    "validation begins anew",
                    file_.string(), error.what()));
  }
}

const KeptAnswers::Json* KeptAnswers::find(const std::string& question) {
  const auto known = entries_.find(question);
  if (known == entries_.end()) return nullptr;
  before_ = std::max(seconds(), known->second.seconds);
  watch_ = Stopwatch();
  return &known->second.answer;
}

void KeptAnswers::keep(const std::string& question, Json answer, bool final) {
  if (stop_()) return;  // which has cut the answer short
  entries_.insert_or_assign(question, Entry{std::move(answer), seconds(), final});
  if (file_.empty()) return;
  Json json = {{"schema", kept_schema}, {"limit", limit_}, {"answers", Json::object()}};
  for (const auto& [name, entry] : entries_)
    json["answers"][name] = {{"answer", entry.answer}, {"seconds", entry.seconds}, {"final", entry.final}};
  replace_file(file_, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::filesystem::path kept_file(const std::filesystem::path& folder, const std::filesystem::path& puzzle,
                                const std::map<std::string, std::string>& digests_of_inputs,
                                const ValidationSettings& settings) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {} {} {}\n", SKERRY_VERSION, settings.within,
                  settings.seconds_a_question, settings.catalogue, settings.differ, settings.most_listed,
                  settings.constructions, settings.players, settings.seed, settings.front);
  for (const auto& [name, digest] : digests_of_inputs) text += digest + "\n";
  constexpr std::size_t enough = 16;
  return folder / fmt::format("{}-{}.kept.json", puzzle.stem().string(),
                              hexadecimal(digest_of(text)).substr(0, enough));
}

Puzzle with_rule(const Puzzle& puzzle, std::size_t rule, bool lower_bound, std::optional<double> bound) {
  Puzzle changed = puzzle;
  changed.certificate.reset();
  changed.known_optimum.reset();
  if (rule == puzzle.requirements.size()) {
    changed.synergy.at_least = bound.value_or(0);
  } else if (!bound) {
    changed.requirements.erase(changed.requirements.begin() + static_cast<std::ptrdiff_t>(rule));
  } else {
    (lower_bound ? changed.requirements[rule].at_least : changed.requirements[rule].at_most) = *bound;
  }
  return changed;
}

std::string rule_text(const Puzzle& puzzle, std::size_t rule) {
  return rule == puzzle.requirements.size() ? synergy_rule(puzzle) : puzzle.requirements[rule].text;
}

void price_rules(Validation& validation, const Puzzle& puzzle, const Questions& questions) {
  const std::size_t rules =
      puzzle.requirements.size() + (puzzle.synergy.at_least > 0 && !puzzle.edges.empty() ? 1 : 0);
  const std::vector<std::uint32_t>& party = validation.findings.best;
  for (std::size_t rule = 0; rule < rules && !questions.over(); ++rule) {
    RulePrice price;
    price.rule = rule_text(puzzle, rule);
    const Bound bound = bound_of(puzzle, rule);
    price.without = price_with(puzzle, rule, bound.lower, {}, party, questions);
    for (const double sign : {1.0, -1.0}) {
      const double value = bound.value + sign * bound.step;
      if (!in_range(puzzle, rule, value)) continue;
      const bool tighter = (sign > 0) == bound.lower;
      (tighter ? price.tighter : price.looser) =
          RulePrice::Other{moved_text(puzzle, rule, bound, value),
                           price_with(puzzle, rule, bound.lower, value, party, questions)};
    }
    validation.rule_prices.push_back(std::move(price));
  }
}

std::size_t requirement_on(const Puzzle& puzzle, const std::string& property) {
  std::vector<std::string> properties;
  for (const Requirement& requirement : puzzle.requirements)
    properties.push_back(property_of(puzzle.pool, requirement));
  const auto found = std::ranges::find(properties, property);
  if (found == properties.end()) {
    throw UsageError(
        fmt::format("--front is \"{}\", and {} has no requirement on it; it has requirements on {}", property,
                    puzzle.name, joined(properties, ", ")));
  }
  return static_cast<std::size_t>(found - properties.begin());
}

void trace_synergy_front(Validation& validation, const Puzzle& puzzle, const Questions& questions) {
  if (puzzle.synergy.at_least <= 0 || puzzle.edges.empty()) return;
  std::vector<double> levels = {0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1};
  if (std::ranges::find(levels, puzzle.synergy.at_least) == levels.end())
    levels.push_back(puzzle.synergy.at_least);
  std::ranges::sort(levels);
  follow({"synergy", true, {}}, levels, puzzle.requirements.size(), validation, puzzle, questions);
}

void trace_front(Validation& validation, const Puzzle& puzzle, std::size_t rule, const Questions& questions) {
  const Bound bound = bound_of(puzzle, rule);
  std::vector<double> values;
  for (int step = -3; step <= 3; ++step)
    values.push_back(bound.value + step * (bound.lower ? bound.step : -bound.step));
  const std::string& property = property_of(puzzle.pool, puzzle.requirements[rule]);
  follow({property, bound.lower, {}}, values, rule, validation, puzzle, questions);
}

}  // namespace skerry::party
