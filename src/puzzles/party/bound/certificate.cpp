#include "puzzles/party/bound/certificate.hpp"

#include "skerry/error.hpp"

#include "puzzles/party/bound/kin_search.hpp"
#include "puzzles/party/bound/lagrangian.hpp"
#include "puzzles/party/bound/search.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::party {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* proof_schema = "skerry.proof/1";

/// Proves that no party costs `most` or less; returns the reason where it does not succeed, else nothing.
std::string disprove(const Puzzle& puzzle, const IntegerPuzzle& whole, const std::vector<Multipliers>& stages,
                     bool by_kins, std::int64_t most) {
  Candidates candidates = whole.candidates;
  for (const Multipliers& multipliers : stages) {
    if (!valid(multipliers, whole)) return "a multiplier has the wrong sign or is out of its range";
    const Lagrangian lagrangian(whole, multipliers, candidates);
    candidates = filtered(whole, lagrangian, candidates, most);
    if (exhausted(candidates)) return {};
  }
  const Multipliers& last = stages.back();
  bool found = false;
  const Search::Found take = [&](std::span<const std::uint32_t> party) {
    found = found || score(puzzle, party).violation == 0;
    return most;
  };
  const Search::Stop stop = [&] { return found; };
  if (by_kins) {
    const auto kin = KinSearch::kin_of(whole);
    if (!kin) return "it is by kins, and no trait of this puzzle makes them";
    KinSearch(whole, *kin, last, candidates).run(most, take, stop);
  } else {
    const Lagrangian lagrangian(whole, last, candidates);
    Search(whole, lagrangian, candidates).run(most, take, stop);
  }
  return found ? said(puzzle.naming, "there is a {party} that costs less than its bound") : "";
}

/// Returns the highest multiple of `step` that is less than `bound`: all costs are multiples of it.
std::int64_t most_below(std::int64_t bound, std::int64_t step) {
  const std::int64_t rest = (bound - 1) % step;
  return bound - 1 - (rest < 0 ? rest + step : rest);
}

std::string claim_of(const Naming& naming, const IntegerPuzzle& whole, std::int64_t bound) {
  return said(naming, "no {party} costs {} than {:.10g}", whole.sign > 0 ? "less" : "more",
              whole.objective(bound));
}

ProofVerdict refused(const std::string& reason) {
  return {false, reason};
}

std::vector<Multipliers> stages_of(const Json& json, const IntegerPuzzle& whole) {
  std::vector<Multipliers> stages;
  for (const Json& stage : json.at("stages")) stages.push_back(multipliers_of(stage, whole));
  return stages;
}

bool searches_by_kins(const Json& json) {
  return json.value("search", "") == "kins";
}

/// Parses a certificate, and calls `read` with it. Throws DataError where it is none.
auto with_certificate(std::string_view text, const std::string& name, const auto& read) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != proof_schema)
      throw DataError(
          fmt::format("the schema is {}; it is \"{}\" ({})", json.at("schema").dump(), proof_schema, name));
    return read(json);
  } catch (const Json::exception& error) {
    throw DataError(fmt::format("this is no certificate of skerry validate: {} ({})", error.what(), name));
  }
}

Findings findings_of(const Puzzle& puzzle, const IntegerPuzzle& whole, const Json& json) {
  Findings findings;
  if (const Json& party = json.at("party"); !party.is_null()) {
    for (const Json& id : party) {
      const auto hero = puzzle.pool.find(id.get<std::string>());
      if (!hero) throw std::out_of_range("party");
      findings.best.push_back(*hero);
    }
    findings.best_cost = whole.cost(findings.best);
  }
  findings.stages = stages_of(json, whole);
  findings.by_kins = searches_by_kins(json);
  if (const Json& bound = json.at("bound"); !bound.is_null()) findings.bound = bound.get<std::int64_t>();
  const bool none = findings.best.empty() && !findings.bound && !findings.stages.empty();
  findings.complete = none || (!findings.best.empty() && findings.bound == findings.best_cost);
  return findings;
}

ProofVerdict verify(const Puzzle& puzzle, const Json& json, const std::string& name) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  std::string text;
  std::optional<std::int64_t> price;
  if (!json.at("party").is_null()) {
    std::vector<std::uint32_t> party;
    for (const Json& id : json.at("party")) {
      const auto hero = puzzle.pool.find(id.get<std::string>());
      if (!hero)
        return refused(
            said(puzzle.naming, "its {party} has {hero} '{}', whom the pool lacks", id.get<std::string>()));
      party.push_back(*hero);
    }
    if (party.size() != puzzle.nodes.size()) {
      return refused(said(puzzle.naming, "its {party} has {} {heroes}; the formation has {} nodes",
                          party.size(), puzzle.nodes.size()));
    }
    if (score(puzzle, party).violation > 0)
      return refused(said(puzzle.naming, "its {party} breaks a rule; `skerry check` says which"));
    price = whole.cost(party);
    text = said(puzzle.naming, "a {party} at {:.10g} meets every rule", whole.objective(*price));
  }
  const auto units = json.at("units");
  if (units.at("price").get<std::int64_t>() != whole.price_units ||
      units.at("fraction").get<std::int64_t>() != price_fraction(whole)) {
    return refused("its multipliers count in other units than this puzzle's prices; it is of another puzzle");
  }
  const std::vector<Multipliers> stages = stages_of(json, whole);
  if (stages.empty())
    return {price.has_value(), text.empty() ? "it claims nothing" : text + "; no bound is claimed"};
  std::int64_t bound = 0;
  const bool none = json.at("bound").is_null();
  if (none) {
    bound = whole.dearest() + 1;
  } else {
    bound = json.at("bound").get<std::int64_t>();
  }
  if (const std::string reason =
          disprove(puzzle, whole, stages, searches_by_kins(json), most_below(bound, whole.price_step));
      !reason.empty())
    return refused(reason);
  if (none) return {true, said(puzzle.naming, "proven: no {party} meets all rules")};
  const std::string claim = claim_of(puzzle.naming, whole, bound);
  if (!price) return {true, "proven: " + claim};
  if (*price < bound)
    return refused(said(puzzle.naming, "{} claims that {}, but its {party} does", name, claim));
  return {true, *price == bound ? fmt::format("proven: {}, and that is the optimum", text)
                                : fmt::format("proven: {}; {}", text, claim)};
}

}  // namespace

std::string certificate_text(const Puzzle& puzzle, const IntegerPuzzle& whole, const Findings& findings) {
  Json json;
  json["schema"] = proof_schema;
  json["puzzle"] = puzzle.name;
  const bool none = findings.complete && findings.best.empty();
  if (none) {
    json["claim"] = said(puzzle.naming, "no {party} meets all rules");
  } else if (findings.bound) {
    json["claim"] = claim_of(puzzle.naming, whole, *findings.bound);
  }
  json["units"] = {{"price", whole.price_units}, {"fraction", price_fraction(whole)}};
  json["bound"] = !none && findings.bound ? Json(*findings.bound) : Json(nullptr);
  json["party"] = nullptr;
  if (!findings.best.empty()) {
    json["party"] = Json::array();
    for (const std::uint32_t hero : findings.best) json["party"].push_back(puzzle.pool.ids[hero]);
  }
  if (findings.by_kins) json["search"] = "kins";
  json["stages"] = Json::array();
  if (none || findings.bound) {
    for (const Multipliers& multipliers : findings.stages) json["stages"].push_back(json_of(multipliers));
  }
  return json.dump() + "\n";
}

Findings read_certificate(const Puzzle& puzzle, const IntegerPuzzle& whole, std::string_view text,
                          const std::string& name) {
  try {
    return with_certificate(text, name, [&](const Json& json) { return findings_of(puzzle, whole, json); });
  } catch (const std::out_of_range&) {
    throw DataError(fmt::format("this certificate is of another puzzle ({})", name));
  }
}

ProofVerdict verify_proof(const Puzzle& puzzle, std::string_view text, const std::string& name) {
  try {
    return with_certificate(text, name, [&](const Json& json) { return verify(puzzle, json, name); });
  } catch (const std::out_of_range&) {
    return refused(said(
        puzzle.naming,
        "it has multipliers of rules, {heroes} or classes that this puzzle lacks; it is of another puzzle"));
  } catch (const std::range_error& error) {
    return refused(error.what());
  }
}

}  // namespace skerry::party
