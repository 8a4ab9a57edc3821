// The input is a buffer of genomes: flat records, and Boost archives of strings, lists and maps.
#include "skerry/detail/population/genome_buffer.hpp"

#include "engine/migration/plan.hpp"
#include "fuzz.hpp"

#include <boost/serialization/map.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

namespace skerry::fuzz::of_genome_buffer {
namespace {

struct Nested {
  std::vector<std::vector<double>> rows;
  std::vector<bool> flags;
  std::string name;
  bool flag = false;

  template <typename Archive>
  void serialize(Archive& archive, unsigned /*version*/) {
    archive& rows& flags& name& flag;
  }
};

/// Reads genomes to the end of the bytes, and packs each again.
template <typename Genome>
void take_all(std::span<const std::byte> bytes) {
  accepted([&] {
    for (auto rest = bytes; !rest.empty();) {
      const std::size_t before = rest.size();
      const auto genome = take_genome<Genome>(rest);
      require(rest.size() < before, "a genome of no bytes");
      std::vector<std::byte> packed;
      pack_genome(genome, packed);
      unpack_genome<Genome>(packed);
    }
  });
}

void run(std::string_view input) {
  if (input.empty()) return;
  const auto kind = static_cast<unsigned char>(input.front());
  const auto bytes = std::as_bytes(std::span(input.substr(1)));
  switch (kind % 6) {
    case 0:
      take_all<std::string>(bytes);
      break;
    case 1:
      take_all<std::vector<std::uint32_t>>(bytes);
      break;
    case 2:
      take_all<std::map<std::string, std::string>>(bytes);
      break;
    case 3:
      take_all<Nested>(bytes);
      break;
    case 4:
      take_all<std::array<std::uint32_t, 8>>(bytes);
      break;
    default: {
      std::vector<std::size_t> offsets;
      accepted([&] { locate_records(bytes, kind / 6, kind % 2 == 0 ? 0 : 16, offsets); });
    }
  }
}

/// Random bytes rarely make an archive, so an input sometimes starts anew from a real buffer.
std::size_t change(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size < 2 || seed % 128 == 0) {
    std::vector<std::byte> bytes = {static_cast<std::byte>(seed / 128 % 4)};
    switch (std::to_integer<int>(bytes.front())) {
      case 0:
        pack_genome(std::string("genome"), bytes);
        break;
      case 1:
        pack_genome(std::vector<std::uint32_t>{1, 2, seed}, bytes);
        break;
      case 2:
        pack_genome(std::map<std::string, std::string>{{"a", "b"}, {"", "\n"}}, bytes);
        break;
      default:
        pack_genome(Nested{{{1, 2}, {}, {3.5}}, {true, false}, "name", true}, bytes);
        break;
    }
    size = std::min(bytes.size(), most);
    std::memcpy(data, bytes.data(), size);
  }
  return LLVMFuzzerMutate(data, size, most);
}

}  // namespace

const Target target("genome_buffer", run, change);

}  // namespace skerry::fuzz::of_genome_buffer
