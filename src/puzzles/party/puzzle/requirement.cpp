#include "puzzles/party/puzzle/requirement.hpp"

#include "puzzles/party/puzzle/impossible_rule.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <string>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

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

void read_bounds(Requirement& requirement, const Settings& settings, std::size_t nodes) {
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
    settings.fail("at_least", fmt::format("at_least is {} and at_most {}; no party can meet both",
                                          *requirement.at_least, *requirement.at_most));
  }
}

}  // namespace

std::string requirement_text(const Requirement& requirement, const std::string& property,
                             const std::vector<std::string>& values) {
  const std::string bounds = bounds_text(requirement);
  switch (requirement.kind) {
    case RequirementKind::total:
      return fmt::format("total {} {}", property, bounds);
    case RequirementKind::average:
      return fmt::format("average {} {}", property, bounds);
    case RequirementKind::count:
      return fmt::format("{} heroes with {} {}", bounds, property, fmt::join(values, " or "));
    case RequirementKind::distinct:
      return fmt::format("{} different values of {}", bounds, property);
    case RequirementKind::share:
      break;
  }
  return fmt::format("{} heroes with the same {}", bounds, property);
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

std::vector<std::uint32_t> value_codes(const CategoricalColumn& column, const Settings& settings,
                                       bool needed) {
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
        fmt::format("the pool has no hero whose {} is '{}'{}", column.name, fmt::join(values, "' or '"),
                    nearest ? fmt::format("; did you mean '{}'?", *nearest) : "");
    if (!needed) settings.fail(key, message);
    throw ImpossibleRule(fmt::format("{} {}", column.name, fmt::join(values, " or ")),
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
    requirement.values = value_codes(puzzle.pool.categorical[requirement.column], settings,
                                     asks("at_least") || asks("exactly"));
    values = settings.texts(settings.has("value") ? "value" : "values");
  }
  read_bounds(requirement, settings, puzzle.nodes.size());
  requirement.text = requirement_text(requirement, property, values);
  return requirement;
}

}  // namespace skerry::party
