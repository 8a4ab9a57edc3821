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

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Returns the names between the commas; some may be empty.
std::vector<std::string_view> listed(std::string_view list) {
  std::vector<std::string_view> names;
  for (;;) {
    const std::size_t comma = list.find(',');
    names.push_back(trimmed(list.substr(0, comma)));
    if (comma == std::string_view::npos) return names;
    list.remove_prefix(comma + 1);
  }
}

bool knows(std::span<const std::string_view> part, std::string_view name) {
  return std::ranges::find(part, name) != part.end();
}

std::string quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

bool are_in_place(const std::vector<std::string_view>& names, const OperatorsOfParts& parts) {
  if (names.size() != parts.size()) return false;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!names[part].empty() && !knows(parts[part], names[part])) return false;
  }
  return true;
}

/// Returns the name that belongs to a part, of several the one that belongs to the fewest parts; an empty one
/// where none does.
std::string_view name_for_part(std::string_view what, std::string_view list,
                               const std::vector<std::string_view>& names, const OperatorsOfParts& parts,
                               std::size_t part) {
  const auto takers = [&](std::string_view name) {
    return std::ranges::count_if(parts, [&](const auto& other) { return knows(other, name); });
  };
  std::string_view chosen;
  std::string_view rival;
  for (const std::string_view name : names) {
    if (!knows(parts[part], name) || name == chosen) continue;
    if (chosen.empty() || takers(name) < takers(chosen)) {
      chosen = name;
      rival = {};
    } else if (takers(name) == takers(chosen)) {
      rival = name;
    }
  }
  if (rival.empty()) return chosen;
  throw UsageError(std::string(what) + " is " + quoted(list) + ", and part " + std::to_string(part) +
                   " may take " + quoted(chosen) + " or " + quoted(rival) + "; name one for each of the " +
                   std::to_string(parts.size()) + " parts, in their order");
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

std::vector<std::string> operators_of_parts(std::string_view what, std::string_view list,
                                            const OperatorsOfParts& parts) {
  const std::vector<std::string_view> names = listed(list);
  std::vector<std::string_view> known;
  for (const auto& part : parts) known.insert(known.end(), part.begin(), part.end());
  for (const std::string_view name : names) choose_operator(what, name, "any part of the genome", known);
  if (are_in_place(names, parts)) return {names.begin(), names.end()};
  std::vector<std::string> chosen;
  for (std::size_t part = 0; part < parts.size(); ++part)
    chosen.emplace_back(name_for_part(what, list, names, parts, part));
  for (const std::string_view name : names) {
    if (name.empty() || std::ranges::find(chosen, name) != chosen.end()) continue;
    throw UsageError(std::string(what) + " is " + quoted(list) + ", of which no part takes " + quoted(name) +
                     "; name one for each of the " + std::to_string(parts.size()) + " parts, in their order");
  }
  return chosen;
}

std::string operator_list(std::span<const std::string> names, std::size_t first, std::size_t count) {
  std::string list;
  for (std::size_t i = first; i < first + count; ++i) list.append(i == first ? "" : ",").append(names[i]);
  return list;
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
