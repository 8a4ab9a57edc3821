#include "trace/hdf5/file.hpp"

#include "skerry/detail/text.hpp"

#include "trace/files/file_calls.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry::hdf5 {
namespace {

/// A walk upward begins with the innermost entry, which often quotes the operating system.
herr_t keep_innermost(unsigned depth, const H5E_error2_t* entry, void* reason) {
  if (depth == 0 && entry->desc != nullptr) *static_cast<std::string*>(reason) = entry->desc;
  return 0;
}

std::string innermost_reason() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &reason);
  constexpr std::string_view quote = "error message = '";
  const auto start = reason.find(quote);
  if (start == std::string::npos) return reason;
  const auto first = start + quote.size();
  return reason.substr(first, reason.find('\'', first) - first);
}

const H5FD_class_t& ordinary_driver() {
  static const H5FD_class_t driver = [] {
    const PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
    checked(H5Pset_fapl_sec2(access.id()), "file access");
    H5FD_t* any = H5FDopen("/dev/null", H5F_ACC_RDONLY, access.id(), 1 << 20);
    if (any == nullptr) throw Failure("the file driver of HDF5 can't be had");
    const H5FD_class_t found = *any->cls;
    H5FDclose(any);
    return found;
  }();
  return driver;
}

// The functions of a driver receive only HDF5's own handle of a file, by which they find its Writes here.
std::shared_ptr<Writes> next;
// It is never destroyed, since HDF5 closes at the program's exit what is still open.
std::map<const H5FD_t*, std::shared_ptr<Writes>>& open_files =
    *new std::map<const H5FD_t*, std::shared_ptr<Writes>>;

H5FD_t* open(const char* name, unsigned flags, hid_t access, haddr_t most) {
  H5FD_t* file = nullptr;
  do {
    errno = 0;
    file = ordinary_driver().open(name, flags, access, most);
  } while (file == nullptr && errno == EINTR);
  if (file != nullptr) open_files[file] = next;
  return file;
}

template <typename Work>
herr_t forgive(Writes& writes, Work work) {
  errno = 0;
  if (work() < 0 && errno != EINTR) {
    if (!writes.dropped) writes.error = errno != 0 ? errno : EIO;
    writes.dropped = true;
    H5Eclear2(H5E_DEFAULT);
  }
  return 0;
}

/// HDF5 crashes where this fails. The descriptor is closed even then.
herr_t close(H5FD_t* file) {
  const std::shared_ptr<Writes> writes = open_files.at(file);
  open_files.erase(file);
  return forgive(*writes, [&] { return ordinary_driver().close(file); });
}

template <typename Work>
herr_t unless_dropped(const H5FD_t* file, Work work) {
  Writes& writes = *open_files.at(file);
  return writes.dropped ? 0 : forgive(writes, work);
}

herr_t write(H5FD_t* file, H5FD_mem_t type, hid_t transfer, haddr_t address, std::size_t size_bytes,
             const void* bytes) {
  return unless_dropped(file, [&] {
    if (type != H5FD_MEM_DRAW) open_files.at(file)->add_structure(address, address + size_bytes);
    return ordinary_driver().write(file, type, transfer, address, size_bytes, bytes);
  });
}

herr_t truncate(H5FD_t* file, hid_t transfer, hbool_t closing) {
  return unless_dropped(file, [&] { return ordinary_driver().truncate(file, transfer, closing); });
}

hid_t forgiving_driver() {
  static const hid_t driver = [] {
    H5FD_class_t own = ordinary_driver();
    own.name = "forgiving";
    own.open = open;
    own.close = close;
    own.write = write;
    own.truncate = truncate;
    return checked(H5FDregister(&own), "file driver");
  }();
  return driver;
}

File create(const std::filesystem::path& path, const std::shared_ptr<Writes>& writes) {
  const PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  set_forgiving_driver(access.id(), writes);
  // HDF5 1.14 writes the same file as 1.10, which reads it.
  checked(H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110), "file access");
  checked(H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG), "file access");
  checked(H5Pset_file_locking(access.id(), true, true), "file access");
  // All attributes stay in the object header: only there may SWMR rewrite them.
  const PropertyList creation(H5Pcreate(H5P_FILE_CREATE), "file creation");
  checked(H5Pset_link_creation_order(creation.id(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
          "file creation");
  checked(H5Pset_attr_phase_change(creation.id(), 64, 0), "file creation");
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()), "creation"};
}

int descriptor_of(hid_t file) {
  void* descriptor = nullptr;
  checked(H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor), "file descriptor");
  return *static_cast<int*>(descriptor);
}

/// Returns properties by which no link is followed out of the file.
hid_t access_within_file(hid_t property_class) {
  const hid_t access = checked(H5Pcreate(property_class), "access");
  const auto refuse = [](const char*, const char*, const char*, const char*, unsigned*, hid_t,
                         void*) -> herr_t { return -1; };
  checked(H5Pset_elink_cb(access, refuse, nullptr), "access");
  return access;
}

struct Opened {
  Dataset dataset;
  Dataspace space;
  std::array<hsize_t, H5S_MAX_RANK> shape{};
  int rank = 0;
};

Opened open(hid_t file, const std::string& name) {
  Opened opened{.dataset = open_dataset(file, name), .space = {}};
  opened.space = Dataspace(H5Dget_space(opened.dataset.id()), name);
  opened.rank = static_cast<int>(
      checked(H5Sget_simple_extent_dims(opened.space.id(), opened.shape.data(), nullptr), name));
  return opened;
}

/// The most bytes that a deflated byte stands for.
constexpr hsize_t most_inflation = 1032;

/// Throws Failure for a file too small for its values, so that a damaged size is not believed.
void check_room(hid_t file, const std::string& name, const Opened& opened, hsize_t count,
                std::size_t size_bytes) {
  hsize_t file_size_bytes = 0;
  checked(H5Fget_filesize(file, &file_size_bytes), "size of the file");
  const PropertyList creation(H5Dget_create_plist(opened.dataset.id()), name);
  const bool deflated = checked(H5Pget_nfilters(creation.id()), name) > 0;
  if (count > file_size_bytes * (deflated ? most_inflation : 1) / size_bytes) {
    throw Failure(
        fmt::format("{} cannot have {} values in a file of {} bytes", name, count, file_size_bytes));
  }
}

std::string shape_text(const Opened& opened) {
  return fmt::format("[{}]",
                     joined(std::span(opened.shape).first(static_cast<std::size_t>(opened.rank)), ", "));
}

template <typename T>
std::vector<T> read(hid_t file, const std::string& name, const Opened& opened, hid_t memory_type, Rows rows) {
  if (opened.rank < 1 || opened.rank > 3 || opened.shape[0] < rows.first ||
      opened.shape[0] - rows.first < rows.count) {
    throw Failure(fmt::format("{} is {} and lacks rows {} to {}", name, shape_text(opened), rows.first,
                              rows.first + rows.count));
  }
  const std::array<hsize_t, 3> count{rows.count, opened.rank > 1 ? opened.shape[1] : 1,
                                     opened.rank > 2 ? opened.shape[2] : 1};
  const hsize_t most = std::numeric_limits<hsize_t>::max();
  if (count[1] > 0 && count[2] > most / count[1]) throw Failure(fmt::format("{} is too wide", name));
  const hsize_t width = count[1] * count[2];
  const std::size_t value_size_bytes = H5Tget_size(memory_type);
  if (rows.count == 0 || width == 0) return {};
  if (rows.count > most / width) throw Failure(fmt::format("{} is too wide", name));
  check_room(file, name, opened, rows.count * width, value_size_bytes);
  std::vector<T> values(rows.count * width * value_size_bytes / sizeof(T));
  const int rank = opened.rank;
  const std::array<hsize_t, 3> start{rows.first, 0, 0};
  checked(
      H5Sselect_hyperslab(opened.space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
      name);
  const Dataspace memory(H5Screate_simple(rank, count.data(), nullptr), name);
  checked(
      H5Dread(opened.dataset.id(), memory_type, memory.id(), opened.space.id(), H5P_DEFAULT, values.data()),
      name);
  return values;
}

Datatype fixed_text_type_of(const Opened& opened, const std::string& dataset, int rank) {
  Datatype type(H5Dget_type(opened.dataset.id()), dataset);
  if (opened.rank != rank || H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0) {
    throw Failure(fmt::format("{} is no text of fixed size", dataset));
  }
  return type;
}

}  // namespace

hid_t checked(hid_t result, std::string_view doing) {
  if (result >= 0) return result;
  const std::string reason = innermost_reason();
  throw Failure(reason.empty() ? std::string(doing) : fmt::format("{}: {}", doing, reason));
}

void quiet_errors() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

void Writes::add_structure(std::uint64_t begin, std::uint64_t end) {
  auto at = structure.upper_bound(begin);
  if (at != structure.begin() && std::prev(at)->second >= begin) --at;
  while (at != structure.end() && at->first <= end) {
    begin = std::min(begin, at->first);
    end = std::max(end, at->second);
    at = structure.erase(at);
  }
  structure.emplace_hint(at, begin, end);
}

void set_forgiving_driver(hid_t access, std::shared_ptr<Writes> writes) {
  checked(H5Pset_driver(access, forgiving_driver(), nullptr), "file access");
  next = std::move(writes);
}

WritableFile::WritableFile(const std::filesystem::path& path) : file_(create(path, writes_)) {}

void WritableFile::start_swmr() {
  flush_always(H5F_SCOPE_GLOBAL);
  checked(H5Fstart_swmr_write(file_.id()), "start of SWMR");
  swmr_ = true;
  check_writes();
  sync();
}

void WritableFile::sync() const {
  if (!swmr_) return;
  const int descriptor = descriptor_of(file_.id());
  if (uninterrupted([&] { return ::fdatasync(descriptor); }) != 0)
    throw Failure(fmt::format("waiting for the disk: {}", std::strerror(errno)));
}

Structure WritableFile::structure() const {
  const int descriptor = descriptor_of(file_.id());
  hsize_t size_bytes = 0;
  checked(H5Fget_filesize(file_.id(), &size_bytes), "size of the file");
  Structure structure{.size_bytes = size_bytes};
  std::size_t total = 0;
  for (const auto& [begin, end] : writes_->structure) {
    structure.extents.push_back({begin, end - begin});
    total += end - begin;
  }
  structure.bytes.resize(total);
  std::byte* at = structure.bytes.data();
  for (const Extent& extent : structure.extents) {
    const auto read = uninterrupted(
        [&] { return ::pread(descriptor, at, extent.size_bytes, static_cast<off_t>(extent.address)); });
    if (read < 0) throw Failure(std::strerror(errno));
    at += extent.size_bytes;
  }
  return structure;
}

void WritableFile::flush_always(H5F_scope_t scope) const {
  checked(H5Fflush(file_.id(), scope), "flush");
  check_writes();
}

void WritableFile::close() {
  file_.close("closing");
  check_writes();
}

Dataset open_dataset(hid_t location, const std::string& name) {
  static const hid_t access = access_within_file(H5P_DATASET_ACCESS);
  Dataset dataset(H5Dopen2(location, name.c_str(), access), name);
  const PropertyList creation(H5Dget_create_plist(dataset.id()), name);
  if (H5Pget_layout(creation.id()) == H5D_VIRTUAL || H5Pget_external_count(creation.id()) != 0)
    throw Failure(fmt::format("{} has its values in another file", name));
  return dataset;
}

Group open_group(hid_t location, const std::string& name) {
  static const hid_t access = access_within_file(H5P_GROUP_ACCESS);
  return {H5Gopen2(location, name.c_str(), access), name};
}

bool has_member(hid_t group, const char* name) {
  return checked(H5Lexists(group, name, H5P_DEFAULT), name) > 0;
}

hsize_t row_count(hid_t file, const std::string& dataset) {
  const Opened opened = open(file, dataset);
  if (opened.rank < 1) throw Failure(fmt::format("{} has no rows", dataset));
  return opened.shape[0];
}

void StoredRows::check_values(hid_t expected_type, hsize_t expected_width) const {
  if (width != expected_width) {
    throw Failure(fmt::format("{} has {} values in a row and not {}", dataset, width, expected_width));
  }
  if (checked(H5Tequal(type.id(), expected_type), dataset) == 0) {
    throw Failure(fmt::format("{} does not hold the numbers that it should, of 64 bits", dataset));
  }
}

StoredRows read_rows(hid_t file, const std::string& dataset, Rows rows) {
  const Opened opened = open(file, dataset);
  StoredRows stored{.dataset = dataset,
                    .type = {H5Dget_type(opened.dataset.id()), dataset},
                    .width = opened.rank > 1 ? opened.shape[1] : 0,
                    .characters = opened.rank > 2 ? opened.shape[2] : 1,
                    .bytes = {}};
  const H5T_class_t kind = H5Tget_class(stored.type.id());
  const bool texts = kind == H5T_STRING && H5Tget_size(stored.type.id()) == 1 && opened.rank == 3;
  if (!texts && ((kind != H5T_INTEGER && kind != H5T_FLOAT) || opened.rank > 2))
    throw Failure(fmt::format("{} holds no numbers", dataset));
  stored.bytes = read<std::byte>(file, dataset, opened, stored.type.id(), rows);
  return stored;
}

std::vector<std::byte> read_byte_rows(hid_t file, const std::string& dataset, Rows rows) {
  const Opened opened = open(file, dataset);
  const Datatype type(H5Dget_type(opened.dataset.id()), dataset);
  if (H5Tget_size(type.id()) != 1) throw Failure(fmt::format("{} holds no bytes", dataset));
  return read<std::byte>(file, dataset, opened, type.id(), rows);
}

std::vector<std::byte> read_bytes(hid_t file, const std::string& dataset) {
  return read<std::byte>(file, dataset, open(file, dataset), H5T_NATIVE_UINT8, {0, row_count(file, dataset)});
}

std::string read_strings(hid_t file, const std::string& dataset) {
  const Opened opened = open(file, dataset);
  const Datatype type = fixed_text_type_of(opened, dataset, 1);
  const auto stored = read<char>(file, dataset, opened, type.id(), {0, opened.shape[0]});
  const std::size_t size = H5Tget_size(type.id());
  std::string text;
  for (std::size_t start = 0; start < stored.size(); start += size) {
    const std::string_view row(stored.data() + start, size);
    text += row.substr(0, row.find('\0'));
  }
  return text;
}

std::string read_text(hid_t file, const std::string& dataset) {
  const Opened opened = open(file, dataset);
  const Datatype type = fixed_text_type_of(opened, dataset, 0);
  std::string text(H5Tget_size(type.id()), '\0');
  checked(H5Dread(opened.dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), dataset);
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace skerry::hdf5
