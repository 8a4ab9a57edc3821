#pragma once

#include "puzzles/skyscraper/inference.hpp"
#include "puzzles/sudoku/inference.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace skerry {

/// The option --without FORM, which may come many times, with several names split by commas.
void add_without(CLI::App& command, std::vector<std::string>& forms);

/// All forms of inference, and all that spares them work, but these. Throws UsageError for an unknown name.
skyscraper::InferenceSettings skyscraper_inference_without(const std::vector<std::string>& forms);
sudoku::InferenceSettings sudoku_inference_without(const std::vector<std::string>& forms);

}  // namespace skerry
