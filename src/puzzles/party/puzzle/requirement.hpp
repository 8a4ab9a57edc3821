#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <vector>

namespace skerry::party {

/// Returns the kind of a [[requirement]] table, what it needs of its column, and whether that is a number.
RequirementKind requirement_kind(const Settings& settings);
ColumnUse column_use(RequirementKind kind);
bool is_numeric(RequirementKind kind);

/// Returns the name of the column that a requirement is on.
const std::string& property_of(const Pool& pool, const Requirement& requirement);

/// Reads one [[requirement]] table. The puzzle must have its nodes and its pool, with the column.
Requirement read_requirement(const Settings& settings, const Puzzle& puzzle);

/// Returns what a requirement asks, with the names of its property and, for a count, of its values.
std::string requirement_text(const Requirement& requirement, const std::string& property,
                             const std::vector<std::string>& values);

/// Returns the codes of `value = "..."` or `values = [...]`, ascending, without those that the pool lacks.
/// Throws where it lacks all of them: ImpossibleRule where a party needs a hero with one.
std::vector<std::uint32_t> value_codes(const CategoricalColumn& column, const Settings& settings,
                                       bool needed = false);

/// Throws ImpossibleRule, naming the requirement, where no choice of heroes meets it on any nodes; locked
/// heroes are part of every choice.
void check_possible(const Requirement& requirement, const Puzzle& puzzle);

}  // namespace skerry::party
