#pragma once

#include "skerry/columns.hpp"
#include "skerry/population.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// The observers of one island, whose types only the program knows. It is called once in a generation.
template <typename Genome>
class Observers {
 public:
  virtual ~Observers() = default;

  virtual std::vector<Column> columns() const = 0;
  virtual void observe(const Population<Genome>& population, std::span<double> values) = 0;

  virtual void append_state(std::vector<std::byte>& bytes) const = 0;
  /// Takes as many bytes as append_state() appends.
  virtual void take_state(std::span<const std::byte> bytes) = 0;
  virtual std::size_t state_size_bytes() const = 0;
};

}  // namespace skerry
