#include "engine/communication/thread_barrier.hpp"

#include <thread>

namespace skerry {

// Where each thread can have a core of its own, the others arrive within microseconds, sooner than a sleeping
// thread wakes up.
ThreadBarrier::ThreadBarrier(std::size_t threads)
    : threads_(threads),
      spins_(threads <= std::thread::hardware_concurrency() ? 2000 : 0),
      missing_(threads) {}

void ThreadBarrier::pass() {
  if (broken_) throw BrokenBarrier{};
  const std::uint32_t round = round_;
  if (missing_.fetch_sub(1) == 1) {
    missing_ = threads_;
    ++round_;
    round_.notify_all();
  } else {
    for (std::uint32_t spin = 0; spin < spins_ && round_ == round; ++spin) {
    }
    round_.wait(round);
  }
  if (broken_) throw BrokenBarrier{};
}

void ThreadBarrier::break_open() {
  broken_ = true;
  ++round_;
  round_.notify_all();
}

}  // namespace skerry
