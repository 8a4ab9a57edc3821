#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/error.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace skerry {

class Communicator;
class Environment;

/// One call of the binary. Under a launcher every rank parses the same command line.
class Program {
 public:
  Program(int argc, char** argv, const std::vector<ProblemType>& problems);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::vector<ProblemType>& problems() const { return problems_; }
  /// The program itself, and the whole command line, as typed.
  std::string name() const { return argc_ > 0 ? argv_[0] : "skerry"; }
  const std::string& command() const { return command_; }
  /// Whether this rank prints. True where MPI does not run.
  bool first_rank() const;
  /// All ranks; starts MPI where no launcher did.
  Communicator& world();

  /// What the chosen command does: on every rank, or on the first alone.
  std::function<ExitStatus()> everywhere;
  std::function<ExitStatus()> on_first_rank;
  /// Whether it asks for interruptions by signals; others die of them, as programs do.
  bool interruptible = false;

  ExitStatus execute();
  /// Prints the exception at hand and returns its status. One that other ranks do not know of ends them.
  ExitStatus fail() const;

 private:
  int argc_;
  char** argv_;
  const std::vector<ProblemType>& problems_;
  std::string command_;
  std::unique_ptr<Environment> environment_;
  std::unique_ptr<Communicator> world_;
};

/// Adds a command's options to the command line; choosing it sets one of the program's actions.
using AddCommand = void (*)(CLI::App&, Program&);

int run_program(int argc, char** argv, const std::vector<ProblemType>& problems,
                const std::vector<AddCommand>& further_commands);

void add_run(CLI::App& app, Program& program);
void add_resume(CLI::App& app, Program& program);
void add_experiment(CLI::App& app, Program& program);
void add_check(CLI::App& app, Program& program);
void add_draw(CLI::App& app, Program& program);
void add_inspect(CLI::App& app, Program& program);
void add_repair(CLI::App& app, Program& program);
void add_construct(CLI::App& app, Program& program);
void add_generate(CLI::App& app, Program& program);
void add_solve(CLI::App& app, Program& program);

}  // namespace skerry
