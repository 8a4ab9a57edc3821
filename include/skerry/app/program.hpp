#pragma once

#include "skerry/app/module.hpp"
#include "skerry/error.hpp"

#include <memory>
#include <string>
#include <vector>

namespace skerry {

class Communicator;
class Environment;

/// One call of the program, as a command finds it. Under a launcher every rank reads the same command line.
class Program {
 public:
  /// As main() was called; `modules` bring problems and commands.
  Program(int argc, char** argv, std::vector<Module> modules);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// The types that a configuration may name, and all commands that the modules bring.
  const std::vector<ProblemType>& problems() const { return problems_; }
  /// The commands that the modules bring.
  const std::vector<Command>& module_commands() const { return module_commands_; }

  /// The program as it was called, and the whole command line as a shell takes it.
  std::string name() const { return argc_ > 0 ? argv_[0] : "skerry"; }
  /// The whole command line, as a shell takes it.
  const std::string& command_line() const { return command_line_; }

  /// Whether this rank prints. True where MPI does not run.
  bool first_rank() const;
  /// All ranks; starts MPI where no launcher did. Its header is not installed.
  Communicator& world();

 private:
  friend int run_program(int argc, char** argv, std::vector<Module> modules);

  ExitStatus execute(const Command& command, const Command::Action& action);
  /// Prints the exception at hand and returns its status. One that other ranks do not know of ends them.
  ExitStatus fail() const;

  int argc_;
  char** argv_;
  std::vector<ProblemType> problems_;
  std::vector<Command> module_commands_;
  std::string command_line_;
  std::unique_ptr<Environment> environment_;
  std::unique_ptr<Communicator> world_;
};

}  // namespace skerry
