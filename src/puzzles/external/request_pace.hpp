#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace skerry::external {

/// Decides how many requests a worker has at a time: so many that waking each other costs neither side much,
/// and so few that none of them waits long behind the others.
class RequestPace {
 public:
  using Duration = std::chrono::steady_clock::duration;

  /// `fixed` is the number that is asked for; 0: as many as the worker answers in 10 ms, at most 256.
  explicit RequestPace(std::size_t fixed) : fixed_(fixed) {}

  bool is_automatic() const { return fixed_ == 0; }
  std::size_t most() const { return is_automatic() ? most_ : fixed_; }

  /// Takes note of how long the worker took for so many answers, at least one.
  void observe(std::size_t answers, Duration duration) {
    const double each_s = std::chrono::duration<double>(duration).count() / static_cast<double>(answers);
    mean_s_ = mean_s_ < 0 ? each_s : mean_s_ + (each_s - mean_s_) / 4;
    const double wanted = moment_s / std::max(mean_s_, moment_s / static_cast<double>(most_automatic));
    most_ = std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, std::min(2 * most_, most_automatic));
  }

 private:
  static constexpr double moment_s = 0.01;
  static constexpr std::size_t most_automatic = 256;

  std::size_t fixed_;
  std::size_t most_ = 1;
  double mean_s_ = -1;  // for an answer; none yet
};

}  // namespace skerry::external
