// One program holds all targets, since each would read the same headers and link the same libraries. The
// variable FUZZ_TARGET names the one that it tries: libFuzzer takes no arguments but its own.
#include "fuzz.hpp"

namespace skerry::fuzz {
namespace {

std::vector<const Target*>& targets() {
  static std::vector<const Target*> all;
  return all;
}

const Target& chosen_target() {
  const char* name = std::getenv("FUZZ_TARGET");
  std::string names;
  for (const Target* target : targets()) {
    if (name != nullptr && target->name == std::string_view(name)) return *target;
    names += std::string(" ") + target->name;
  }
  std::fprintf(stderr, "FUZZ_TARGET names none of the targets:%s\n", names.c_str());
  std::exit(2);
}

const Target& target() {
  static const Target& chosen = chosen_target();
  return chosen;
}

}  // namespace

Target::Target(const char* target_name, void (*run_on)(std::string_view), Change change_of)
    : name(target_name), run(run_on), change(change_of) {
  targets().push_back(this);
}

}  // namespace skerry::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  skerry::fuzz::target().run({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  const auto change = skerry::fuzz::target().change;
  return change != nullptr ? change(data, size, most, seed) : LLVMFuzzerMutate(data, size, most);
}
