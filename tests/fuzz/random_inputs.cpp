// The main() of the fuzz targets where there is no libFuzzer: it takes libFuzzer's options, tries all seeds,
// then random changes of them. It does not look at coverage, as libFuzzer does.
//   FUZZ_TARGET=NAME fuzz_tests [-runs=N] [-seed=N] [-max_len=BYTES] [-dict=FILE] [-artifact_prefix=PATH]
//   FILE_OR_FOLDER...
#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);
}

namespace {

namespace fs = std::filesystem;

// The input at hand, for the handler of signals.
std::string input;
std::array<char, 4096> finding_path{};

/// Keeps the input that ended the program, and ends it as the signal would.
void keep_input(int signal) {
  const int file = open(finding_path.data(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const bool kept =
      file >= 0 && write(file, input.data(), input.size()) == static_cast<ssize_t>(input.size());
  constexpr std::string_view told = "Test unit written to ";
  if (kept && write(STDERR_FILENO, told.data(), told.size()) > 0 &&
      write(STDERR_FILENO, finding_path.data(), std::strlen(finding_path.data())) > 0)
    (void)!write(STDERR_FILENO, "\n", 1);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the texts in quotes of libFuzzer's dictionaries, with \xAB and \" as they mean.
std::vector<std::string> words_of(const fs::path& dictionary) {
  std::vector<std::string> words;
  std::ifstream file(dictionary);
  for (std::string line; std::getline(file, line);) {
    const std::size_t begin = line.find('"');
    const std::size_t end = line.rfind('"');
    if (line.starts_with('#') || begin == std::string::npos || end == begin) continue;
    std::string word;
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (line[i] != '\\') {
        word += line[i];
      } else if (line[++i] == 'x' && i + 2 < end) {
        word += static_cast<char>(std::stoi(line.substr(i + 1, 2), nullptr, 16));
        i += 2;
      } else {
        word += line[i];
      }
    }
    words.push_back(word);
  }
  return words;
}

class Changes {
 public:
  Changes(std::uint64_t seed, std::vector<std::string> seeds, std::vector<std::string> words,
          std::size_t most)
      : random_(seed), seeds_(std::move(seeds)), words_(std::move(words)), most_(most) {
    for (const char* word : {"0", "-1", "1e308", "nan", "99999999999999999999", "\xff", "\n", "\"", "[", "]"})
      words_.emplace_back(word);
    if (seeds_.empty()) seeds_.emplace_back();
  }

  const std::vector<std::string>& seeds() const { return seeds_; }

  /// Changes a text at one place.
  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(text.size() - at, std::size_t{1} << below(8));
    switch (below(8)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(random_());
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, text.substr(at, length));
        break;
      case 4:
        text.insert(at, one_of(words_));
        break;
      case 5: {
        const std::string& word = one_of(words_);
        text.replace(at, std::min(length, word.size()), word);
        break;
      }
      case 6:
        replace_number(text, at);
        break;
      default:
        splice(text, at);
    }
  }

  /// Returns a seed with one to eight changes.
  std::string next() {
    std::string text = one_of(seeds_);
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) {
      const std::size_t size = std::min(text.size(), most_);
      text.resize(most_);
      text.resize(LLVMFuzzerCustomMutator(reinterpret_cast<std::uint8_t*>(text.data()), size, most_,
                                          static_cast<unsigned>(random_())));
    }
    if (text.size() > most_) text.resize(most_);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  const std::string& one_of(const std::vector<std::string>& texts) { return texts[below(texts.size())]; }

  /// Puts another number in place of the next one after a place.
  void replace_number(std::string& text, std::size_t at) {
    const std::size_t begin = text.find_first_of("0123456789", at);
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    const std::uint64_t number = random_() >> below(64);
    text.replace(begin, end - begin, std::to_string(number));
  }

  /// Goes on with a part of another seed.
  void splice(std::string& text, std::size_t at) {
    const std::string& other = one_of(seeds_);
    text.resize(at);
    text += other.substr(below(other.size() + 1));
  }

  std::mt19937_64 random_;
  std::vector<std::string> seeds_;
  std::vector<std::string> words_;
  std::size_t most_;
};

Changes* changes_at_hand = nullptr;

void attempt(std::string text) {
  input = std::move(text);
  alarm(120);  // an answer takes milliseconds
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most) {
  std::string text(reinterpret_cast<const char*>(data), size);
  changes_at_hand->change(text);
  const std::size_t kept = std::min(text.size(), most);
  std::memcpy(data, text.data(), kept);
  return kept;
}

int main(int argc, char** argv) {
  std::uint64_t runs = 0;
  std::uint64_t seed = std::random_device{}();
  std::uint64_t most = 4096;
  std::string prefix;
  std::vector<std::string> seeds;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view value = word.substr(std::min(word.find('=') + 1, word.size()));
    const auto number = [&](std::uint64_t& to) {
      std::from_chars(value.data(), value.data() + value.size(), to);
    };
    if (word.starts_with("-runs=")) number(runs);
    if (word.starts_with("-seed=")) number(seed);
    if (word.starts_with("-max_len=")) number(most);
    if (word.starts_with("-dict=")) words = words_of(value);
    if (word.starts_with("-artifact_prefix=")) prefix = value;
    if (word.starts_with('-')) continue;
    if (!fs::is_directory(word))
      seeds.push_back(contents(word));
    else
      for (const auto& entry : fs::directory_iterator(word)) seeds.push_back(contents(entry.path()));
  }
  std::ranges::sort(seeds);  // folders list their files in any order
  const std::string path = prefix + "crash-" + std::to_string(seed);
  std::snprintf(finding_path.data(), finding_path.size(), "%s", path.c_str());
  for (const int signal : {SIGABRT, SIGFPE, SIGILL, SIGALRM}) std::signal(signal, keep_input);
#ifndef SKERRY_SANITIZE  // which says more of these, and aborts then
  for (const int signal : {SIGSEGV, SIGBUS}) std::signal(signal, keep_input);
#endif

  std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(seed));
  Changes changes(seed, std::move(seeds), std::move(words), most);
  changes_at_hand = &changes;
  for (const std::string& text : changes.seeds()) attempt(text);
  for (std::uint64_t run = 0; run < runs; ++run) attempt(changes.next());
  std::fprintf(stderr, "Done %llu runs\n", static_cast<unsigned long long>(runs + changes.seeds().size()));
  return 0;
}
