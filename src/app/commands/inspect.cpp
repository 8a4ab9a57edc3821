#include "skerry/app/program.hpp"

#include "app/commands/commands.hpp"
#include "app/report/inspection.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/json_line.hpp"
#include "trace/trace_reader.hpp"

namespace skerry {
namespace {

constexpr const char* inspect_examples =
    "Examples:\n"
    "  skerry inspect {trace}.h5\n"
    "  skerry inspect {trace}.h5 --json | jq .best_fitness\n"
    "\n"
    "A trace can be read while its run goes on, and after a kill. In Python: h5py, xarray, `analysis/`.";

struct InspectOptions {
  std::string trace;
  bool json = false;
};

ExitStatus inspect(const InspectOptions& options, Program& /*program*/) {
  const TraceSummary summary = TraceReader(options.trace).summary();
  print_result(options.json ? json_line(summary_json(summary, options.trace))
                            : summary_text(summary, options.trace));
  return ExitStatus::done;
}

void declare(CommandLine& line, InspectOptions& options) {
  line.argument("TRACE", &options.trace, "A trace that `run` wrote");
  line.flag("--json", &options.json, "Print one JSON object");
}

}  // namespace

Command inspect_command() {
  return {.path = "inspect",
          .summary = "Shows what a trace holds",
          .footer = inspect_examples,
          .declare = with_options(declare, inspect)};
}

}  // namespace skerry
