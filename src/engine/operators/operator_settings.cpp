#include "skerry/operators/operator_settings.hpp"

#include "skerry/error.hpp"
#include "skerry/exact_text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace skerry::detail {
namespace {

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool repeated = std::ranges::find(names.first(i), names[i]) != names.first(i).end();
    if (!repeated) text.append(text.empty() ? "" : ", ").append(names[i]);
  }
  return text;
}

std::vector<std::string_view> listed(std::string_view list) {
  std::vector<std::string_view> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view name = list.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    names.push_back(name);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

[[noreturn]] void refuse_value(std::string_view name, double value, const std::string& right) {
  throw UsageError(std::string(name) + " is " + exact_text(value) + "; " + right);
}

}  // namespace

std::size_t choose_operator(std::string_view what, std::string_view name, std::string_view genome,
                            std::span<const std::string_view> names) {
  if (name.empty()) return 0;
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    throw UsageError(std::string(what) + " is \"" + std::string(name) + "\", which does not belong to " +
                     std::string(genome) + "; those that do: " + joined(names));
  }
  return static_cast<std::size_t>(found - names.begin());
}

std::string operators_for_part(std::string_view list, std::span<const std::string_view> names) {
  std::string kept;
  for (const std::string_view name : listed(list)) {
    if (std::ranges::find(names, name) != names.end()) kept.append(kept.empty() ? "" : ",").append(name);
  }
  return kept;
}

void expect_known_operators(std::string_view what, std::string_view list,
                            std::span<const std::string_view> names) {
  for (const std::string_view name : listed(list))
    choose_operator(what, name, "any part of the composite", names);
}

void expect_rate(std::string_view name, double value) {
  if (!(value >= 0 && value <= 1)) refuse_value(name, value, "a rate lies in [0, 1]");
}

void expect_at_least(std::string_view name, double value, double least) {
  if (!(value >= least && std::isfinite(value)))
    refuse_value(name, value, "it is a finite number of at least " + exact_text(least));
}

void expect_share(std::string_view name, double value) {
  if (!(value > 0 && value <= 1)) refuse_value(name, value, "it is above 0 and at most 1");
}

double gene_rate_of(const OperatorSettings& settings, std::size_t genes) {
  expect_rate("gene_rate", settings.gene_rate);
  return settings.gene_rate > 0 ? settings.gene_rate : 1 / static_cast<double>(genes);
}

}  // namespace skerry::detail
