#include "app/report/ending.hpp"

#include "app/report/run_report.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/json_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace skerry {
namespace {

bool interrupted(const SessionReport& report) {
  return report.outcome.reason == StopReason::interrupted;
}

std::string how_to_go_on(const SessionReport& report, const std::string& program) {
  if (!report.trace) return "nothing is left of it, since it writes no trace";
  const std::string launcher = report.islands > 1 ? fmt::format("mpirun -n {} ", report.islands) : "";
  const std::string command = fmt::format("`{}{} resume {}`", launcher, program, report.trace->string());
  return report.resumable ? fmt::format("{} goes on", command)
                          : fmt::format("no checkpoint was asked for, so {} would start over", command);
}

}  // namespace

void print_ending(const SessionReport& report, Form form, const Program& program,
                  const std::string& same_command) {
  switch (form) {
    case Form::text:
      print_result(report_text(report, colours(STDOUT_FILENO)));
      break;
    case Form::line:
      print_result(repeat_line(report));
      break;
    case Form::json:
      print_result(json_line(report_json(report)));
      break;
  }
  if (interrupted(report)) {
    const bool again = !same_command.empty() && report.trace;
    print_message(fmt::format("seed {} was interrupted; {}", report.seed,
                              again ? same_command : how_to_go_on(report, program.name())));
  } else if (!has_fitness(report.outcome.best)) {
    print_message(fmt::format("seed {} found no solution: none of its {} evaluations gave a fitness{}{}",
                              report.seed, grouped(report.outcome.evaluations),
                              report.obstacle.empty() ? "" : "; ", report.obstacle));
  } else if (report.outcome.best.violation > 0) {
    print_message(fmt::format("seed {} found no feasible solution{}{}", report.seed,
                              report.obstacle.empty() ? "" : ": ", report.obstacle));
  }
}

ExitStatus status_of(const SessionReport& report) {
  if (interrupted(report)) return report.resumable ? ExitStatus::interrupted : ExitStatus::failed;
  return report.outcome.best.violation > 0 ? ExitStatus::failed : ExitStatus::done;
}

}  // namespace skerry
