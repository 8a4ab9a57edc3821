#include "app/program/interruption.hpp"

#include <cerrno>
#include <csignal>
#include <string_view>

#include <unistd.h>

namespace skerry {
namespace {

constexpr int signals[] = {SIGUSR1, SIGTERM, SIGINT, SIGHUP};

volatile std::sig_atomic_t noted = 0;
volatile std::sig_atomic_t prompt = 0;

extern "C" void note(int signal) {
  if (signal == SIGINT && prompt != 0) {
    if (noted == SIGINT) {
      std::signal(SIGINT, SIG_DFL);
      std::raise(SIGINT);
      return;
    }
    constexpr std::string_view text =
        "\nskerry: ending with the current generation; once more ends at once\n";
    const int before = errno;
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    errno = before;
  }
  noted = signal;
}

void handle_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : signals) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    // A signal that is ignored stays ignored: nohup sets SIGHUP so, and a shell without a terminal sets
    // SIGINT so for background commands.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void listen_for_interruption(bool at_prompt) {
  prompt = at_prompt ? 1 : 0;
  handle_signals(&note);
}

void ignore_interruption() {
  handle_signals(SIG_DFL);
  if (noted != 0) std::raise(noted);
}

bool interrupted() {
  return noted != 0;
}

}  // namespace skerry
