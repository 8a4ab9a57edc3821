#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle.hpp"

#include <cstdint>
#include <vector>

namespace skerry::party {

/// The kind of a [[requirement]] table, and whether it is about a numeric column.
RequirementKind requirement_kind(const Settings& settings);
bool is_numeric(RequirementKind kind);

/// Reads one [[requirement]] table; the puzzle's nodes and its pool, with the column, are there already.
Requirement read_requirement(const Settings& settings, const Puzzle& puzzle);

/// The index of the column that `key` names; such a column is in the pool.
std::uint32_t categorical_column(const Pool& pool, const Settings& settings, std::string_view key);
std::uint32_t numeric_column(const Pool& pool, const Settings& settings, std::string_view key);

/// The codes of `value = "..."` or `values = [...]`, ascending; those that the pool lacks are left out.
/// Throws where it lacks all of them.
std::vector<std::uint32_t> value_codes(const CategoricalColumn& column, const Settings& settings);

/// Throws DataError, naming the requirement, where no choice of heroes meets it whatever stands where; locked
/// heroes are part of every choice.
void check_possible(const Requirement& requirement, const Puzzle& puzzle);

}  // namespace skerry::party
