#pragma once

#include "puzzles/external/genome.hpp"
#include "puzzles/external/request.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::external {

/// A text with places for the values of a genome: {{x}} for all values of part x, separated by spaces,
/// {{x[3]}} for one of them, counted from 0, {{seed}}, {{id}}, and {{folder}} for the configuration's folder.
class TemplateText {
 public:
  /// Throws UsageError, with one sentence, for a place that is no such name; `name` stands for the text.
  TemplateText(std::string_view text, const Space& space, const std::string& name);

  /// Returns the text with its places filled in.
  std::string filled(const Space& space, const Genome& genome, const Request& request,
                     const std::string& folder) const;
  /// Tells whether anything depends on the genome.
  bool has_places() const { return !places_.empty(); }

 private:
  enum class Kind { values, seed, id, folder };
  struct Place {
    Kind kind;
    std::size_t part = 0;
    std::optional<std::size_t> gene{};
  };

  static Place place_of(std::string_view name, const Space& space, const std::string& text);

  std::vector<std::string> pieces_;  // one more than there are places, which lie between them
  std::vector<Place> places_;
};

}  // namespace skerry::external
