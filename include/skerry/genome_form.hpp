#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace skerry {

/// What a gene is in a trace: a byte of 8 bits, a whole number or a real number of 64 bits, or a text.
enum class GeneKind { byte, integer, real, text };

/// The form in which a trace stores genomes: rows of as many genes of one kind. Those of bits are 0 and 1, of
/// any Composite real numbers, of a std::array its numbers, of other trivially copyable types bytes; a
/// problem that appends genomes itself says another one.
struct GenomeForm {
  GeneKind gene = GeneKind::byte;
  std::size_t width = 0;  ///< genes in a row; 0: genomes of this type differ in size, and have no rows

  std::size_t text_size_bytes = 1;  ///< of each gene that is a text, which NUL fills up
  std::string meaning = "genes of the genome";

  std::size_t row_size_bytes() const {
    if (gene == GeneKind::text) return width * text_size_bytes;
    return width * (gene == GeneKind::byte ? 1 : sizeof(double));
  }
  /// Tells whether rows of one are rows of the other.
  friend bool operator==(const GenomeForm& a, const GenomeForm& b) {
    return a.gene == b.gene && a.width == b.width && a.text_size_bytes == b.text_size_bytes;
  }
};

/// Appends a gene of that kind, which is no text, to a row.
template <typename T>
void append_gene(GeneKind kind, T value, std::vector<std::byte>& row) {
  const auto append = [&row](const auto& gene) {
    row.resize(row.size() + sizeof(gene));
    std::memcpy(row.data() + row.size() - sizeof(gene), &gene, sizeof(gene));
  };
  switch (kind) {
    case GeneKind::byte:
    case GeneKind::text:
      return append(static_cast<std::uint8_t>(value));
    case GeneKind::integer:
      return append(static_cast<std::int64_t>(value));
    case GeneKind::real:
      return append(static_cast<double>(value));
  }
}

}  // namespace skerry
