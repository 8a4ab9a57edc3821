#include "skerry/app/program.hpp"
#include "skerry/instruction_set.hpp"
#include "skerry/main.hpp"

#include "app/commands/commands.hpp"
#include "app/program/parser.hpp"
#include "engine/communication/launcher.hpp"

#include <string>
#include <utility>
#include <vector>

namespace skerry {
namespace {

HelpSubject help_subject(const std::vector<Module>& modules) {
  HelpSubject subject;
  for (const Module& module : modules) {
    if (!module.example.empty()) return {.configuration = module.example};
    if (subject.problems.empty()) subject.configuration = module.problem.name + ".toml";
    subject.problems += (subject.problems.empty() ? "" : ", ") + module.problem.name;
  }
  if (subject.problems == "problem") subject.problems.clear();  // the name of a problem that states none
  return subject;
}

}  // namespace

int run_program(int argc, char** argv, std::vector<Module> modules) {
  const HelpSubject subject = help_subject(modules);
  Program program(argc, argv, std::move(modules));
  try {
    instruction_set();  // what the machine lacks is refused at the start
    if (launched().starts_mpi()) program.world();
    std::vector<Command> commands = {run_command(),     resume_command(), experiment_command(),
                                     inspect_command(), repair_command(), check_command(),
                                     draw_command()};
    for (const Command& command : program.module_commands()) commands.push_back(command);
    const Choice choice = choose(commands, argc, argv, program.first_rank(), subject);
    if (choice.command == nullptr) return static_cast<int>(choice.status);
    return static_cast<int>(program.execute(*choice.command, choice.action));
  } catch (...) {
    return static_cast<int>(program.fail());
  }
}

}  // namespace skerry
