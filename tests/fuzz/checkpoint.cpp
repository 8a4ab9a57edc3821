// The input is the header of a checkpoint file. A checksum guards it; where the first byte is odd, the
// checksum is corrected, so that the code behind its check is tried too.
#include "fuzz.hpp"
#include "trace/checkpoint/format.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace skerry::fuzz::of_checkpoint {
namespace {

using namespace checkpoint_format;

/// A file in memory that can be opened by a name.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("checkpoint", MFD_CLOEXEC)) {
    require(descriptor_ >= 0, "no file in memory");
  }
  std::string hold(std::span<const std::byte> bytes) const {
    const auto size = static_cast<ssize_t>(bytes.size());
    require(::ftruncate(descriptor_, 0) == 0, "a file that can't be emptied");
    require(::pwrite(descriptor_, bytes.data(), bytes.size(), 0) == size, "a file that can't be written");
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

 private:
  int descriptor_;
};

/// Puts the right checksum behind the preamble and the sections that the bytes announce, as far as they
/// reach.
void agree(std::vector<std::byte>& bytes) {
  Preamble preamble;
  if (bytes.size() < sizeof(preamble)) return;
  std::memcpy(&preamble, bytes.data(), sizeof(preamble));
  if (preamble.islands > bytes.size() / sizeof(Section)) return;
  const std::size_t size = sizeof(preamble) + preamble.islands * sizeof(Section);
  if (bytes.size() < size + sizeof(Digest)) return;
  const Digest digest = digest_of(std::span(bytes).first(size));
  std::memcpy(bytes.data() + size, digest.data(), sizeof(digest));
}

void run(std::string_view input) {
  static const MemoryFile file;
  if (input.empty()) return;
  const auto given = std::as_bytes(std::span(input.substr(1)));
  std::vector<std::byte> bytes(given.begin(), given.end());
  if (input.front() % 2 != 0) agree(bytes);
  accepted([&] {
    const Header header = read_header(file.hold(bytes));
    require(header.preamble.islands == header.sections.size(), "another number of sections than of islands");
    std::uint64_t left = bytes.size() - header.size_bytes();
    for (const Section& section : header.sections) {
      require(section.size_bytes <= left, "a section that reaches beyond the file");
      left -= section.size_bytes;
    }
    require(left == 0, "a file longer than its sections");
  });
}

/// Random bytes rarely make a checkpoint, so an input sometimes starts anew from a real one.
std::size_t change(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (size < 2 || seed % 128 == 0) {
    Header header;
    header.sections.resize(1 + seed / 128 % 3);
    header.preamble.islands = header.sections.size();
    std::uint64_t sections_size = 0;
    for (Section& section : header.sections) sections_size += section.size_bytes = 5;
    std::vector<std::byte> bytes = pack(header);
    bytes.resize(bytes.size() + sections_size);
    bytes.insert(bytes.begin(), std::byte{1});
    size = std::min(bytes.size(), most);
    std::memcpy(data, bytes.data(), size);
  }
  return LLVMFuzzerMutate(data, size, most);
}

}  // namespace

const Target target("checkpoint", run, change);

}  // namespace skerry::fuzz::of_checkpoint
