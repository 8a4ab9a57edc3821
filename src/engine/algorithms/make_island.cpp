#include "skerry/detail/algorithms/make_island.hpp"

#include "skerry/detail/algorithms/policy_order.hpp"
#include "skerry/detail/text.hpp"

#include "engine/algorithms/setting_keys.hpp"

#include <variant>

namespace skerry {
namespace detail {

void refuse_part(std::string_view what, std::string_view name, std::span<const std::string_view> names) {
  throw UsageError(
      std::string(what) + " is \"" + std::string(name) + "\"; it is one of " + joined(names, ", "),
      {.key = std::string(what)});
}

Algorithm algorithm_of(const FittingAlgorithm& fitting) {
  Algorithm::Settings chosen = default_settings(fitting.name);
  if (auto* const genetic = std::get_if<Genetic>(&chosen)) genetic->restart_after = fitting.restart_after;
  return Algorithm(chosen);
}

const OperatorSettings* operators_of(const Algorithm& algorithm) {
  return std::visit(
      [](const auto& settings) -> const OperatorSettings* {
        if constexpr (requires { settings.operators; }) return &settings.operators;
        return nullptr;
      },
      algorithm.settings());
}

void expect_growing_rate(const Algorithm& algorithm, std::optional<double> gene_rate) {
  const auto* settings = std::get_if<Genetic>(&algorithm.settings());
  if (settings == nullptr || settings->mutation_growth <= 1) return;
  const double base = gene_rate.value_or(settings->mutation_rate);
  if (settings->mutation_most >= base) return;
  const std::string key = gene_rate ? "gene_rate" : "mutation_rate";
  throw UsageError("mutation_most is " + exact_text(settings->mutation_most) + " and " + key + " " +
                       exact_text(base) + "; the rate grows from " + key +
                       " to mutation_most, which is not below it",
                   {.key = "mutation_most"});
}

void expect_abilities(const Algorithm& algorithm, Abilities abilities) {
  const Needs needs = std::visit([](const auto& of_one) { return of_one.facts.needs; }, algorithm.settings());
  const auto expect = [&](Needs what, bool able, const std::string& text) {
    if (needs != what || able) return;
    throw UsageError(
        "algorithm is \"" + std::string(name_of(algorithm.settings())) + "\", which needs a problem " + text,
        {.key = "algorithm"});
  };
  expect(Needs::objectives, abilities.objectives,
         "with objectives; this one names none (see objectives() in docs/problem.md)");
  expect(Needs::features, abilities.features,
         "with features; this one names none (see features() in docs/problem.md)");
  expect(Needs::reals_in_box, abilities.reals_in_box,
         "whose genome is skerry::Reals in a skerry::Box; this problem's is another");
}

void refuse_joining_immigrants(const std::string& replacement) {
  throw UsageError(
      "immigration is \"join_offspring\" with replacement \"" + replacement +
          "\"; only a replacement such as \"plus\" selects survivors from a pool that immigrants "
          "could join",
      {.key = "immigration"});
}

void refuse_own_algorithm(const std::string& name) {
  throw UsageError("algorithm is \"" + name + "\"; the program brings none of its own", {.key = "algorithm"});
}

void refuse_missing_ideal() {
  throw UsageError(
      "selection \"reciprocal\" needs `ideal`, a fitness that no solution exceeds; the problem names none");
}

void refuse_memory_of(const Algorithm& algorithm) {
  const CommonSettings common =
      std::visit([](const auto& settings) { return common_settings(settings); }, algorithm.settings());
  refuse_memory(common.population, common.offspring);
}

}  // namespace detail

void expect_every_slot(std::string_view policy, std::span<const std::uint32_t> ranking,
                       std::vector<bool>& seen) {
  seen.assign(ranking.size(), false);
  for (const std::uint32_t slot : ranking) {
    if (slot < seen.size() && !seen[slot]) {
      seen[slot] = true;
      continue;
    }
    throw UsageError("migration policy \"" + std::string(policy) + "\" put slot " + std::to_string(slot) +
                     " into the ranking where " + std::to_string(ranking.size()) +
                     " slots occur once each; it may only change their order");
  }
}

}  // namespace skerry
