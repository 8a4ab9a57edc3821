#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skerry {

/// Foresees how long the rest of an experiment takes. The runs of a variant are taken to last as long as its
/// runs so far, those of a variant without finished runs as long, per core, as the runs of the others; all
/// cores are taken to be busy.
class Forecast {
 public:
  struct Kind {
    std::size_t left = 0;  ///< runs that are left
    std::uint64_t cores = 1;
  };
  Forecast(std::vector<Kind> kinds, std::uint64_t cores);

  void ran(std::size_t kind, double seconds);
  void gave_up(std::size_t kind);
  /// Returns the seconds that are left, 0 where nothing is known yet.
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
