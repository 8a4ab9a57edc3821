#pragma once

#include "skerry/columns.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/population.hpp"
#include "skerry/record.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace skerry {

/// The observers among the parts that a program brings, in the order in which it gives them.
template <typename Genome, typename... T>
class ObserversOf final : public Observers<Genome> {
 public:
  explicit ObserversOf(const std::tuple<T...>& observers)
      : seats_(std::apply([](const T&... observer) { return std::tuple{Seat<T>(observer)...}; }, observers)) {
  }

  std::vector<Column> columns() const override {
    std::vector<Column> all;
    for_each(seats_, [&all](const auto& seat) {
      for (Column& column : seat.observer.columns()) all.push_back(std::move(column));
    });
    return all;
  }

  void observe(const Population<Genome>& population, std::span<double> values) override {
    for_each(seats_, [&](auto& seat) {
      seat.observer.observe(population, values.first(seat.width));
      values = values.subspan(seat.width);
    });
  }

  void save(std::vector<std::byte>& bytes) const override {
    for_each(seats_, [&bytes]<typename O>(const Seat<O>& seat) {
      if constexpr (KeepsState<const O>) append_record(bytes, seat.observer.state);
    });
  }
  void load(std::span<const std::byte> bytes) override {
    for_each(seats_, [&bytes]<typename O>(Seat<O>& seat) {
      if constexpr (KeepsState<O>) take_record(bytes, seat.observer.state);
    });
  }

 private:
  template <typename O>
  struct Seat {
    explicit Seat(const O& given) : observer(given), width(observer.columns().size()) {}
    O observer;
    std::size_t width;  // the number of its columns
  };

  template <typename Seats, typename Work>
  static void for_each(Seats& seats, Work&& work) {
    std::apply([&](auto&... seat) { (work(seat), ...); }, seats);
  }

  std::tuple<Seat<T>...> seats_;
};

/// Returns none if no part is an observer.
template <typename Genome, typename... Own>
std::unique_ptr<Observers<Genome>> observers_of(const std::tuple<Own...>& own) {
  const auto observers = detail::parts_that(detail::are_observers<Genome>, own);
  if constexpr (std::tuple_size_v<std::remove_const_t<decltype(observers)>> == 0) {
    return nullptr;
  } else {
    return std::apply(
        []<typename... T>(const T&... observer) -> std::unique_ptr<Observers<Genome>> {
          return std::make_unique<ObserversOf<Genome, T...>>(std::tuple<T...>(observer...));
        },
        observers);
  }
}

}  // namespace skerry
