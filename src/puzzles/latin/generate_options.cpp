#include "puzzles/latin/generate_options.hpp"

#include "puzzles/latin/difficulty.hpp"

#include <fmt/core.h>

namespace skerry::latin {

void declare_difficulty(CommandLine& line, GenerateOptions& options, const std::string& otherwise) {
  line.option("--difficulty", &options.difficulty, fmt::format("easy, hard or unreasonable ({})", otherwise),
              {.value = "NAME", .choices = {difficulty_names.begin(), difficulty_names.end()}});
}

void declare_series(CommandLine& line, GenerateOptions& options, const std::string& attempts) {
  constexpr Range<std::int64_t> up_to_a_million{1, 1'000'000};
  line.option("--count", &options.count, "Number of puzzles (default 1)",
              {.value = "K", .range = up_to_a_million});
  line.option("--seed", &options.seed, "Seed of all random numbers (default 1)", {.value = "N"});
  line.option("--attempts", &options.attempts, "Prunings tried for each puzzle" + attempts,
              {.value = "N", .range = up_to_a_million});
  line.option("--output", &options.output, "The file of puzzles (default: standard output)",
              {.value = "FILE"});
}

}  // namespace skerry::latin
