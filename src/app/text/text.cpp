#include "app/text/text.hpp"

#include "skerry/error.hpp"

#include <utility>

#include <fmt/core.h>

namespace skerry {

CsvReader::CsvReader(std::string_view text, std::string name, char separator)
    : text_(text), name_(std::move(name)), separator_(separator) {
  if (text_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
}

bool CsvReader::next(std::vector<CsvField>& row) {
  row.clear();
  while (position_ < text_.size() && at_row_end()) position_ += text_[position_] == '\r' ? 2 : 1;
  if (position_ >= text_.size()) return false;
  while (true) {
    const std::size_t start = position_;
    if (position_ < text_.size() && text_[position_] == '"') {
      row.push_back({quoted_field(), start});
    } else {
      while (position_ < text_.size() && text_[position_] != separator_ && text_[position_] != '\n')
        ++position_;
      std::size_t end = position_;
      if (end > start && text_[end - 1] == '\r' && (end == text_.size() || text_[end] == '\n')) --end;
      row.push_back({text_.substr(start, end - start), start});
    }
    if (position_ >= text_.size()) return true;
    if (at_row_end()) {
      position_ += text_[position_] == '\r' ? 2 : 1;
      return true;
    }
    ++position_;  // the separator
  }
}

/// Reads the field whose opening quote stands at position_, up to the next comma or the end of the row.
std::string_view CsvReader::quoted_field() {
  const std::size_t start = position_;
  const std::size_t body = start + 1;
  std::string* copy = nullptr;
  std::size_t from = body;
  std::string_view field;
  while (true) {
    const std::size_t quote = text_.find('"', from);
    if (quote == std::string_view::npos) {
      throw DataError(fmt::format("a quote is opened and never closed ({})", where(start)));
    }
    const bool doubled = quote + 1 < text_.size() && text_[quote + 1] == '"';
    if (!doubled && copy == nullptr) {
      field = text_.substr(body, quote - body);
    } else {
      if (copy == nullptr) copy = &unescaped_.emplace_back();
      copy->append(text_.substr(from, quote - from + (doubled ? 1 : 0)));
      field = *copy;
    }
    from = quote + (doubled ? 2 : 1);
    if (!doubled) break;
  }
  position_ = from;
  if (position_ < text_.size() && text_[position_] == '\r' && position_ + 1 == text_.size()) ++position_;
  if (position_ < text_.size() && text_[position_] != separator_ && !at_row_end()) {
    throw DataError(
        fmt::format("text follows a closing quote; a comma or the end of the row is expected, and a quote "
                    "inside a quoted field is doubled ({})",
                    where(position_)));
  }
  return field;
}

bool CsvReader::at_row_end() const {
  return text_[position_] == '\n' ||
         (text_[position_] == '\r' && position_ + 1 < text_.size() && text_[position_ + 1] == '\n');
}

std::string CsvReader::where(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t newline = before.rfind('\n');
  std::string_view within = newline == std::string_view::npos ? before : before.substr(newline + 1);
  if (within.starts_with(byte_order_mark)) within.remove_prefix(byte_order_mark.size());
  return fmt::format("{}:{}:{}", name_, line, 1 + characters_in(within));
}

char separator_of(std::string_view csv) {
  const std::string_view header = csv.substr(0, csv.find('\n'));
  for (const char separator : {',', '\t', ';'}) {
    if (header.find(separator) != std::string_view::npos) return separator;
  }
  return ',';
}

std::string_view refused_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, std::string_view> others[] = {
      {"\x89HDF\r\n\x1a\n"sv, "it is HDF5, as traces are, and no text"},
      {"skerry-checkpoin"sv, "it is a checkpoint of a run, and no text"},
      {"\x93NUMPY"sv, "it is an array of numpy (.npy), and no text; numpy.savetxt writes one"},
      {"PK\x03\x04"sv, "it is a ZIP archive, as .npz, .xlsx and .ods are, and no text"},
      {"\x80\x02"sv, "it is a pickle of Python, and no text"},
      {"\x80\x03"sv, "it is a pickle of Python, and no text"},
      {"\x80\x04\x95"sv, "it is a pickle of Python, and no text"},
      {"\x80\x05\x95"sv, "it is a pickle of Python, and no text"},
      {"\x1f\x8b"sv, "it is compressed by gzip; gunzip makes a text of it"},
      {"BZh"sv, "it is compressed by bzip2; bunzip2 makes a text of it"},
      {"\xFD"
       "7zXZ"sv,
       "it is compressed by xz; unxz makes a text of it"},
      {"PAR1"sv, "it is Parquet, and no text"},
      {"SQLite format 3"sv, "it is a database of SQLite, and no text"},
      {"\x89PNG"sv, "it is a picture, and no text"},
      {"\xFF\xD8\xFF"sv, "it is a picture, and no text"},
      {"%PDF-"sv, "it is PDF, and no text"},
      {"\xD0\xCF\x11\xE0"sv, "it is a document of an office program, and no text"},
  };
  for (const auto& [beginning, reason] : others) {
    if (text.starts_with(beginning)) return reason;
  }
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

std::string numbers_text(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += fmt::format("{}{}", text.empty() ? "" : ", ", number);
  return text;
}

}  // namespace skerry
