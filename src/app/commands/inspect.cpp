#include "app/commands/inspection.hpp"
#include "app/commands/program.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/json_line.hpp"
#include "trace/trace_reader.hpp"

#include <memory>

namespace skerry {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  skerry inspect results/type2.h5\n"
    "  skerry inspect results/type2.h5 --json | jq .best_fitness\n"
    "\n"
    "A trace can be read while its run goes on, and after a kill. In Python: h5py, xarray, `analysis/`.";

struct InspectOptions {
  std::string trace;
  bool json = false;
};

}  // namespace

void add_inspect(CLI::App& app, Program& program) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "Shows what a trace holds");
  command->footer(examples);
  command->add_option("TRACE", options->trace, "A trace that `run` wrote")->required();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &program] {
    program.on_first_rank = [options] {
      const TraceSummary summary = TraceReader(options->trace).summary();
      print_result(options->json ? json_line(summary_json(summary, options->trace))
                                 : summary_text(summary, options->trace));
      return ExitStatus::done;
    };
  });
}

}  // namespace skerry
