#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skerry {

/// Foresees how long the rest of an experiment takes: each variant's runs as long as its runs so far, those
/// of variants not seen yet as long as the others' a core, on as many cores as were busy so far.
class Forecast {
 public:
  struct Kind {
    std::size_t left = 0;  ///< runs
    std::uint64_t cores = 1;
  };
  Forecast(std::vector<Kind> kinds, std::uint64_t cores);

  void ran(std::size_t kind, double seconds);
  void gave_up(std::size_t kind);
  /// 0 where nothing is known yet.
  double seconds_left() const;

 private:
  struct Seen {
    double seconds = 0;
    std::size_t runs = 0;
  };
  std::vector<Kind> kinds_;
  std::vector<Seen> seen_;
  double cores_;
};

}  // namespace skerry
