#pragma once

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace skerry::external {

/// The longest line or result file that is read.
constexpr std::size_t most_answer_bytes = 1 << 20;

/// Returns the first line to a worker, with its end: version, genome and direction.
std::string first_line(const Declaration& declaration);
/// Returns what is wrong with the answer to the first line; empty if the worker is ready.
std::string read_ready(std::string_view line);

struct Answer {
  std::string id;
  Judgement judgement;
};

/// Reads an answer of a worker. Returns a Failure for a line that is none.
std::variant<Answer, Failure> read_answer(std::string_view line);
/// Reads the result of a program, an answer without an id.
Judgement read_result(std::string_view text);
/// Checks numbers that were read.
Judgement judged(double fitness, double violation);

/// Returns the beginning of a text for a message, on one line.
std::string shown(std::string_view text);

}  // namespace skerry::external
