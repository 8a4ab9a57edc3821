#include "skerry/detail/algorithms/search_distribution.hpp"

#include "skerry/detail/operators/operators.hpp"
#include "skerry/error.hpp"
#include "skerry/record.hpp"

#include <algorithm>
#include <cmath>

namespace skerry {
namespace {

/// The standard deviation, in sides of the box, from which samples differ by little but rounding.
constexpr double least_deviation = 1e-12;
/// The largest ratio of the diagonal of the factor, whose square is about the condition of the covariance.
constexpr double most_ratio = 1e7;

double length(std::span<const double> vector) {
  double sum = 0;
  for (const double entry : vector) sum += entry * entry;
  return std::sqrt(sum);
}

void append(std::vector<std::byte>& state, std::span<const double> numbers) {
  for (const double number : numbers) append_record(state, number);
}

void take(std::span<const std::byte>& state, std::span<double> numbers) {
  for (double& number : numbers) {
    if (!take_record(state, number) || !std::isfinite(number))
      throw DataError("a saved island holds a search distribution that CMA-ES does not have");
  }
}

}  // namespace

SearchDistribution::SearchDistribution(std::size_t genes)
    : mean_(genes),
      step_path_(genes),
      covariance_path_(genes),
      factor_(genes * genes),
      normal_(genes),
      moved_(genes),
      added_(genes) {}

std::size_t SearchDistribution::default_samples(std::size_t genes) {
  return 4 + static_cast<std::size_t>(3 * std::log(static_cast<double>(genes)));
}

void SearchDistribution::begin(std::span<const double> mean, double step, std::size_t samples) {
  std::ranges::copy(mean, mean_.begin());
  std::ranges::fill(step_path_, 0.0);
  std::ranges::fill(covariance_path_, 0.0);
  std::ranges::fill(factor_, 0.0);
  for (std::size_t j = 0; j < genes(); ++j) column(j)[j] = 1;
  step_ = step;
  generation_ = 0;
  set_samples(samples);
}

void SearchDistribution::set_samples(std::size_t samples) {
  samples_ = samples;
  points_.resize(samples * genes());
  weights_.resize(samples / 2);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    weights_[i] = std::log((static_cast<double>(samples) + 1) / 2) - std::log(static_cast<double>(i + 1));
    sum += weights_[i];
  }
  for (double& weight : weights_) {
    weight /= sum;
    squares += weight * weight;
  }
  effective_ = 1 / squares;
}

void SearchDistribution::draw(Random& random) {
  const std::size_t n = genes();
  for (std::size_t number = 0; number < samples_; ++number) {
    for (double& deviate : normal_) deviate = normal(random);
    std::ranges::fill(moved_, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      const double* const own = column(j);
      for (std::size_t i = j; i < n; ++i) moved_[i] += own[i] * normal_[j];
    }
    const std::span<double> point = sample(number);
    for (std::size_t i = 0; i < n; ++i) point[i] = reflected(mean_[i] + step_ * moved_[i], 0, 1);
  }
}

void SearchDistribution::learn(std::span<const std::uint32_t> ranking) {
  const std::size_t count = genes();
  const auto n = static_cast<double>(count);
  const double step_rate = (effective_ + 2) / (n + effective_ + 5);
  const double damping = 1 + 2 * std::max(0.0, std::sqrt((effective_ - 1) / (n + 1)) - 1) + step_rate;
  const double path_rate = (4 + effective_ / n) / (n + 4 + 2 * effective_ / n);
  const double one_rate = 2 / ((n + 1.3) * (n + 1.3) + effective_);
  const double many_rate =
      std::min(1 - one_rate, 2 * (effective_ - 2 + 1 / effective_) / ((n + 2) * (n + 2) + effective_));
  const double expected_length = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));

  // The samples become their differences from the old mean, in steps.
  std::ranges::fill(moved_, 0.0);
  for (std::size_t rank = 0; rank < weights_.size(); ++rank) {
    const std::span<double> point = sample(ranking[rank]);
    for (std::size_t i = 0; i < count; ++i) {
      point[i] = (point[i] - mean_[i]) / step_;
      moved_[i] += weights_[rank] * point[i];
    }
  }
  for (std::size_t i = 0; i < count; ++i) mean_[i] += step_ * moved_[i];

  // The move as a standard normal vector solves A z = moved.
  std::ranges::copy(moved_, normal_.begin());
  for (std::size_t j = 0; j < count; ++j) {
    const double* const own = column(j);
    normal_[j] /= own[j];
    for (std::size_t i = j + 1; i < count; ++i) normal_[i] -= own[i] * normal_[j];
  }
  const double step_gain = std::sqrt(step_rate * (2 - step_rate) * effective_);
  for (std::size_t i = 0; i < count; ++i)
    step_path_[i] = (1 - step_rate) * step_path_[i] + step_gain * normal_[i];
  ++generation_;
  const double path_length = length(step_path_);
  const double settled = std::sqrt(1 - std::pow(1 - step_rate, 2 * static_cast<double>(generation_)));
  const bool moves_on = path_length / settled < (1.4 + 2 / (n + 1)) * expected_length;
  const double path_gain = moves_on ? std::sqrt(path_rate * (2 - path_rate) * effective_) : 0;
  for (std::size_t i = 0; i < count; ++i)
    covariance_path_[i] = (1 - path_rate) * covariance_path_[i] + path_gain * moved_[i];

  const double lost = moves_on ? 0 : one_rate * path_rate * (2 - path_rate);
  const double kept = std::sqrt(1 - one_rate - many_rate + lost);
  for (double& entry : factor_) entry *= kept;
  std::ranges::copy(covariance_path_, added_.begin());
  add_outer_product(one_rate);
  for (std::size_t rank = 0; rank < weights_.size(); ++rank) {
    std::ranges::copy(sample(ranking[rank]), added_.begin());
    add_outer_product(many_rate * weights_[rank]);
  }
  step_ *= std::exp(std::min(1.0, step_rate / damping * (path_length / expected_length - 1)));
}

/// Makes the factor that of C + weight * added added' (Gill et al. 1974); uses up `added`.
void SearchDistribution::add_outer_product(double weight) {
  const std::size_t n = genes();
  const double root = std::sqrt(weight);
  for (double& entry : added_) entry *= root;
  for (std::size_t j = 0; j < n; ++j) {
    if (added_[j] == 0) continue;
    double* const own = column(j);
    const double diagonal = std::sqrt(own[j] * own[j] + added_[j] * added_[j]);
    const double cosine = own[j] / diagonal;
    const double sine = added_[j] / diagonal;
    own[j] = diagonal;
    for (std::size_t i = j + 1; i < n; ++i) {
      const double entry = own[i];
      own[i] = cosine * entry + sine * added_[i];
      added_[i] = cosine * added_[i] - sine * entry;
    }
  }
}

bool SearchDistribution::exhausted() const {
  double least = column(0)[0];
  double most = least;
  for (std::size_t j = 1; j < genes(); ++j) {
    least = std::min(least, column(j)[j]);
    most = std::max(most, column(j)[j]);
  }
  // The condition is written so that NaN fails, too.
  if (!(most <= most_ratio * least) || !std::isfinite(step_)) return true;
  double largest = 0;
  for (std::size_t i = 0; i < genes(); ++i) {
    double variance = 0;
    for (std::size_t j = 0; j <= i; ++j) variance += column(j)[i] * column(j)[i];
    largest = std::max(largest, variance);
  }
  return step_ * std::sqrt(largest) < least_deviation;
}

void SearchDistribution::save(std::vector<std::byte>& state) const {
  append_record(state, std::uint64_t{samples_});
  append_record(state, generation_);
  append_record(state, step_);
  append(state, mean_);
  append(state, step_path_);
  append(state, covariance_path_);
  append(state, factor_);
}

void SearchDistribution::load(std::span<const std::byte>& state, std::size_t most_samples) {
  std::uint64_t samples = 0;
  take_record(state, samples);
  take_record(state, generation_);
  take(state, {&step_, 1});
  for (auto* numbers : {&mean_, &step_path_, &covariance_path_, &factor_}) take(state, *numbers);
  bool sound = samples >= 4 && samples <= most_samples && step_ > 0;
  for (std::size_t j = 0; j < genes(); ++j) sound = sound && column(j)[j] > 0;
  if (!sound) throw DataError("a saved island holds a search distribution that CMA-ES does not have");
  set_samples(samples);
}

}  // namespace skerry
