#include "skerry/columns.hpp"

#include "skerry/error.hpp"
#include "skerry/record.hpp"
#include "skerry/statistics.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

namespace skerry {
namespace {

constexpr std::size_t most_columns = 256;
constexpr std::size_t most_characters = 64;

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_identifier(std::string_view name) {
  return !name.empty() && name.size() <= most_characters && is_letter(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

/// The coordinates of the columns have names beside theirs.
std::set<std::string_view> names_of_skerry() {
  std::set<std::string_view> names{"generation", "island"};
  for_each_member<Statistics>([&names](const auto& member) { names.insert(member.name); });
  return names;
}

}  // namespace

void check_columns(const std::vector<Column>& columns) {
  if (columns.size() > most_columns) {
    throw UsageError("the problem and the observers have " + std::to_string(columns.size()) +
                     " columns; a run has at most " + std::to_string(most_columns) + " of its own");
  }
  const std::set<std::string_view> taken = names_of_skerry();
  std::set<std::string_view> names;
  for (const Column& column : columns) {
    const std::string named = "a column is named \"" + column.name + "\"";
    if (!is_identifier(column.name)) {
      throw UsageError(named + "; a name is 1 to " + std::to_string(most_characters) +
                       " lower-case letters, digits and underscores, the first of them a letter");
    }
    if (taken.contains(column.name)) {
      throw UsageError(named + ", as is one of skerry's own; give it another name");
    }
    if (!names.insert(column.name).second) {
      throw UsageError("two columns are named \"" + column.name + "\"; each has a name of its own");
    }
  }
}

std::string text_of(const std::vector<Column>& columns) {
  if (columns.empty()) return "none";
  std::string text;
  for (const Column& column : columns) {
    text += (text.empty() ? "" : ", ") + column.name;
    if (!column.unit.empty()) text += " (" + column.unit + ")";
  }
  return text;
}

}  // namespace skerry
