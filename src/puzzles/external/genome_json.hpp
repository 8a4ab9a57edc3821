#pragma once

#include "puzzles/external/genome.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace skerry::external {

/// Appends a genome as a JSON object: {"x": [0.5, -1.0], "n": [3], "used": [0, 1], "order": [2, 0, 1]}. Reals
/// are the shortest decimals that read back as the same number, and always have a point or an exponent.
void append_json(const Space& space, const Genome& genome, std::string& text);
/// Appends the declaration of the parts: [{"name": "x", "kind": "real", "size": 2, "low": -1.0, "high": 1.0},
/// {"name": "order", "kind": "permutation", "size": 3}].
void append_json(const Space& space, std::string& text);

/// Returns the genome with these numbers, of all parts in their order, as a JSON object.
std::string json_of_numbers(const Space& space, std::span<const std::string_view> numbers);

/// Reads what append_json() wrote for a genome, values of any valid JSON. Returns what is wrong with the
/// text, a sentence; empty if nothing is.
std::string read_json(const Space& space, std::string_view text, Genome& genome);

/// Appends one value of a part, as append_json() writes it.
void append_value(const Values& values, std::size_t gene, std::string& text);
/// Appends all values of a part with a separator between them.
void append_values(const PartSpace& part, const Values& values, std::string_view separator,
                   std::string& text);

}  // namespace skerry::external
