#pragma once

#include "app/text/csv.hpp"

#include <string>
#include <string_view>

namespace skerry::party {

/// Returns a text without the blanks at its ends.
std::string_view trim(std::string_view text);

/// Returns the number in a field of a numeric column. Throws DataError with the place for any other text, and
/// for a number beyond 1e15: sums of such numbers would lose whole units.
double parse_number(const CsvField& field, const std::string& column, const CsvReader& reader);

}  // namespace skerry::party
