#include "trace/trace_header.hpp"

#include "skerry/detail/text.hpp"

#include "engine/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include <elf.h>
#include <fmt/core.h>
#include <link.h>

namespace skerry {

namespace {

void append_item(std::string& items, const std::string& item) {
  items += (items.empty() ? "" : " ") + item;
}

std::ptrdiff_t items_in(const std::string& items) {
  return items.empty() ? 0 : std::ranges::count(items, ' ') + 1;
}

/// Returns the build ID in one segment of notes; empty if it has none.
std::string build_id_in(std::span<const std::byte> notes) {
  const auto padded = [](std::size_t size_bytes) { return (size_bytes + 3) / 4 * 4; };
  ElfW(Nhdr) note{};
  while (notes.size() >= sizeof note) {
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t value_at = sizeof note + padded(note.n_namesz);
    const std::size_t end = value_at + padded(note.n_descsz);
    if (end > notes.size()) break;
    const bool of_gnu = note.n_namesz == sizeof ELF_NOTE_GNU &&
                        std::memcmp(notes.data() + sizeof note, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0;
    if (of_gnu && note.n_type == NT_GNU_BUILD_ID) {
      std::string id;
      for (const std::byte byte : notes.subspan(value_at, note.n_descsz))
        id += fmt::format("{:02x}", static_cast<unsigned>(byte));
      return id;
    }
    notes = notes.subspan(end);
  }
  return {};
}

/// Called for each object in memory, of which the first is the program itself.
int find_build_id(dl_phdr_info* object, std::size_t, void* found) {
  for (ElfW(Half) i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr);
    if (std::string id = build_id_in({notes, segment.p_memsz}); !id.empty())
      *static_cast<std::string*>(found) = std::move(id);
  }
  return 1;
}

}  // namespace

std::string utc_text(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string escaped_name(std::string_view name) {
  if (is_utf8(name) && name.find('\n') == std::string_view::npos) return std::string(name);
  std::string text;
  while (!name.empty()) {
    const std::size_t end = utf8_end(name);
    for (const char c : name.substr(0, end))
      text += c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string(1, c);
    name.remove_prefix(end);
    if (name.empty()) break;
    text += fmt::format("\\x{:02x}", static_cast<unsigned char>(name.front()));
    name.remove_prefix(1);
  }
  return text;
}

std::string inputs_text(const std::map<std::string, std::string>& inputs) {
  std::string text;
  for (const auto& [name, digest] : inputs) {
    const std::string written = escaped_name(name);
    text += fmt::format("{}{}  {}\n", written == name ? "" : "\\", digest, written);
  }
  return text;
}

const std::string& build_of_program() {
  static const std::string build = [] {
    std::string found;
    ::dl_iterate_phdr(find_build_id, &found);
    return found;
  }();
  return build;
}

bool made_by_other_build(const TraceHeader& header) {
  return !header.builds.empty() && !build_of_program().empty() && header.builds != build_of_program();
}

void note_layout(TraceHeader& header, const Layout& layout) {
  header.hosts = joined(layout.hosts, ",");
  header.islands = layout.hosts.size();
  header.processes = layout.processes;
}

void note_resumed(TraceHeader& header, const Layout& layout) {
  while (items_in(header.resumed_on) < items_in(header.resumed)) append_item(header.resumed_on, "?");
  append_item(header.resumed, utc_text(std::time(nullptr)));
  std::vector<std::string> hosts;
  for (const std::string& host : layout.hosts) {
    if (std::ranges::find(hosts, host) == hosts.end()) hosts.push_back(host);
  }
  append_item(header.resumed_on, fmt::format("{}@{}", layout.processes, joined(hosts, ",")));
  if (!header.builds.ends_with(build_of_program())) append_item(header.builds, build_of_program());
}

}  // namespace skerry
