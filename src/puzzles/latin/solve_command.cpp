#include "puzzles/latin/solve_command.hpp"

namespace skerry::latin {

void declare_solve(CommandLine& line, SolveOptions& options) {
  line.argument("FILE", &options.file, "The puzzles; - for standard input");
  line.option("--count", &options.limit, "Count the solutions up to this limit (default 2)",
              {.value = "LIMIT", .range = Range<std::uint64_t>{1, INT64_MAX}});
  declare_without(line, options.without);
  line.flag("--inference-only", &options.inference_only, "Never guess; print the candidates of each cell",
            "--count");
  line.flag("--json", &options.json, "Print one JSON object for each puzzle, one a line");
}

}  // namespace skerry::latin
