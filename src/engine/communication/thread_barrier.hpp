#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace skerry {

/// What a thread meets at a barrier that another thread will never come to, since an exception took it out.
/// It is no std::exception: nothing but the end of the thread's work should catch it.
struct BrokenBarrier {};

/// A barrier that threads pass together, again and again, and that one of them can break.
class ThreadBarrier {
 public:
  explicit ThreadBarrier(std::size_t threads);

  /// Returns when all threads have come; what they wrote before is visible. Throws BrokenBarrier.
  void pass();
  /// Lets all threads that wait, and all that come, throw.
  void break_open();
  bool broken() const { return broken_; }

 private:
  std::size_t threads_;
  std::uint32_t spins_;  // how often a thread looks before it sleeps
  std::atomic<std::size_t> missing_;
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<bool> broken_ = false;
};

}  // namespace skerry
