#pragma once

#include "puzzles/party/validate/validation.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace skerry::party {

/// Returns a validation as a JSON object, schema "skerry.validation/1"; docs/validate.md lists its keys.
/// `file` is the puzzle file, `certificate` the file of the proof or empty.
nlohmann::ordered_json json_of(const Validation& validation, const Puzzle& puzzle,
                               const ValidationSettings& settings, const std::string& file,
                               const std::string& certificate);

/// Returns the object of a puzzle that can't be solved because of one rule, found as it was read.
nlohmann::ordered_json json_of_impossible(const std::string& name, const std::string& file,
                                          const std::string& rule);

/// Returns the answers in lines for people.
std::string text_of(const Validation& validation, const Puzzle& puzzle, const ValidationSettings& settings);

}  // namespace skerry::party
