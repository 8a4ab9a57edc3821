#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace skerry::party {

/// Calls work(item) for each of these, on several threads. The first exception is thrown again.
inline void on_each(const std::vector<std::size_t>& items, std::size_t threads,
                    const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto take_turns = [&] {
    try {
      for (std::size_t i = next++; i < items.size(); i = next++) work(items[i]);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
      next = items.size();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t thread = 1; thread < std::min(threads, items.size()); ++thread)
    others.emplace_back(take_turns);
  take_turns();
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace skerry::party
