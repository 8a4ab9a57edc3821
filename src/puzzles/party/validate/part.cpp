#include "puzzles/party/validate/part.hpp"

#include <charconv>
#include <system_error>

namespace skerry::party {

std::optional<double> parse_part(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const char* end = text.data() + text.size();
  double number = 0;
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || last != end || !(number >= 0) || number > (percent ? 100 : 1))
    return std::nullopt;
  return percent ? number / 100 : number;
}

}  // namespace skerry::party
