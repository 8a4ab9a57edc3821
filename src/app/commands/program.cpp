#include "app/commands/program.hpp"

#include "skerry/main.hpp"

#include "app/run/interruption.hpp"
#include "app/terminal/console.hpp"
#include "engine/mpi/communicator.hpp"
#include "engine/mpi/environment.hpp"
#include "engine/mpi/failure.hpp"

#include <chrono>
#include <thread>

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

Program::Program(int argc, char** argv, const std::vector<ProblemType>& problems)
    : argc_(argc), argv_(argv), problems_(problems) {
  for (int i = 0; i < argc; ++i) command_ += (i == 0 ? "" : " ") + quoted(argv[i]);
  listen_for_interruption(!started_by_a_launcher() && isatty(STDIN_FILENO) != 0);
  if (started_by_a_launcher()) world();
}

Program::~Program() = default;

bool Program::first_rank() const {
  return !world_ || world_->rank() == 0;
}

Communicator& Program::world() {
  if (!world_) {
    environment_ = std::make_unique<Environment>(argc_, argv_);
    world_ = std::make_unique<Communicator>();
  }
  return *world_;
}

ExitStatus Program::execute() {
  if (!interruptible) ignore_interruption();
  if (everywhere) return everywhere();
  ExitStatus status = ExitStatus::done;
  const auto work = [&] {
    if (first_rank() && on_first_rank) status = on_first_rank();
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
    const bool others = world_ && world_->size() > 1;
    // Where several ranks fail alike, the first ends the others before they say the same.
    if (others && world_->rank() > 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2000 + 20 * world_->rank()));
    }
    print_message(failure.message);
    if (others) world_->abort(failure.status);
    return failure.status;
  }
}

int run_program(int argc, char** argv, const std::vector<ProblemType>& problems) {
  return run_program(argc, argv, problems, {});
}

}  // namespace skerry
