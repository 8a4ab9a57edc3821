#include "app/text/utf8.hpp"

#include <cstdint>

namespace skerry {
namespace {

/// The meaning of the first byte of a character: the number of its bytes (0 where the byte begins none), the
/// bits of the code point in it, and the least code point that needs so many bytes.
struct Lead {
  std::size_t size_bytes;
  std::uint32_t bits;
  std::uint32_t least;
};

Lead lead_of(unsigned char first) {
  if (first < 0x80) return {1, first, 0};
  if (first >> 5 == 0x06) return {2, first & 0x1FU, 0x80};
  if (first >> 4 == 0x0E) return {3, first & 0x0FU, 0x800};
  if (first >> 3 == 0x1E) return {4, first & 0x07U, 0x10000};
  return {0, 0, 0};
}

/// Returns the number of bytes of the character that the text begins with; 0 where it begins with none.
std::size_t character_size(std::string_view text) {
  const Lead lead = lead_of(static_cast<unsigned char>(text.front()));
  if (lead.size_bytes > text.size()) return 0;
  std::uint32_t character = lead.bits;
  for (std::size_t i = 1; i < lead.size_bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80) return 0;
    character = character << 6 | (next & 0x3FU);
  }
  const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
  return character < lead.least || character > 0x10FFFF || surrogate ? 0 : lead.size_bytes;
}

}  // namespace

std::string_view refused_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv))
    return "it is in UTF-32; save it as UTF-8, or convert it by iconv -f UTF-32 -t UTF-8";
  // Without a byte order mark every other byte of Latin letters is 0.
  const auto zero = [text](std::size_t at) { return text[at] == '\0'; };
  const bool plain = text.size() >= 4 && text.size() % 2 == 0 && zero(0) != zero(1) && zero(0) == zero(2) &&
                     zero(1) == zero(3);
  if (plain) return "it is in UTF-16 without a mark of its byte order; save it as UTF-8";
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv))
    return "it is in UTF-16; save it as UTF-8, or convert it by iconv -f UTF-16 -t UTF-8";
  return {};
}

std::size_t utf8_end(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t size_bytes = character_size(text.substr(end));
    if (size_bytes == 0) break;
    end += size_bytes;
  }
  return end;
}

}  // namespace skerry
