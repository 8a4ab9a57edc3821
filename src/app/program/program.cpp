#include "skerry/app/program.hpp"

#include "app/program/interruption.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/environment.hpp"
#include "engine/communication/failure.hpp"
#include "engine/communication/launcher.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "engine/communication/thread_communicator.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <unistd.h>

namespace skerry {
namespace {

std::string quoted(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

}  // namespace

Program::Program(int argc, char** argv, std::vector<Module> modules) : argc_(argc), argv_(argv) {
  for (Module& module : modules) {
    problems_.push_back(std::move(module.problem));
    std::ranges::move(module.commands, std::back_inserter(module_commands_));
  }
  for (int i = 0; i < argc; ++i) command_line_ += (i == 0 ? "" : " ") + quoted(argv[i]);
  listen_for_interruption(!launched().starts_mpi() && isatty(STDIN_FILENO) != 0);
}

Program::~Program() = default;

bool Program::first_rank() const {
  return !world_ || world_->rank() == 0;
}

Communicator& Program::world() {
  if (!world_ && launched().starts_mpi()) {
    environment_ = std::make_unique<Environment>(argc_, argv_);
    world_ = std::make_unique<MpiCommunicator>();
  } else if (!world_) {
    world_ = std::make_unique<ThreadCommunicator>();
  }
  return *world_;
}

ExitStatus Program::execute(const Command& command, const Command::Action& action) {
  if (!command.interruptible) ignore_interruption();
  if (command.runs_on == RunsOn::every_rank) {
    world();
    return action(*this);
  }
  ExitStatus status = ExitStatus::done;
  const auto work = [&] {
    if (first_rank()) status = action(*this);
  };
  if (!world_) {
    work();
  } else {
    collectively(*world_, work);
    world_->broadcast(status);
  }
  return status;
}

ExitStatus Program::fail() const {
  try {
    throw;
  } catch (const AgreedFailure& agreed) {
    if (!agreed.failure.message.empty()) print_message(agreed.failure.message);
    return agreed.failure.status;
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    const bool others = environment_ && world_ && world_->size() > 1;
    // Ranks that could not find each other all fail in the same way.
    if (!world_ && launched().rank && launched().rank->rank > 0) return failure.status;
    if (others) environment_->await_turn_to_speak();
    print_message(failure.message);
    if (others) world_->abort(failure.status);
    return failure.status;
  }
}

}  // namespace skerry
