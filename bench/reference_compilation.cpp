// A translation unit of the standard library alone, which never changes: bench/build_cost.sh divides the CPU
// time of a build by that of this file, so that figures of two machines, or of two days on one, can be
// compared.
#include <algorithm>
#include <any>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

template <int N>
struct Tagged {
  std::variant<int, double, std::string, std::vector<int>> value;
  std::map<std::string, std::vector<double>> columns;
  auto operator<=>(const Tagged& other) const { return columns <=> other.columns; }
  bool operator==(const Tagged& other) const { return columns == other.columns; }
};

template <int N>
std::size_t work(std::istream& input) {
  std::vector<Tagged<N>> rows;
  const std::regex pattern("([a-z]+)=([0-9.]+)");
  for (std::string line; std::getline(input, line);) {
    Tagged<N> row;
    for (std::sregex_iterator found(line.begin(), line.end(), pattern), end; found != end; ++found)
      row.columns[(*found)[1]].push_back(std::stod((*found)[2]));
    row.value = static_cast<double>(row.columns.size());
    rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(rows);
  std::mt19937_64 random(N);
  std::ranges::shuffle(rows, random);
  std::ranges::sort(rows, std::greater{});
  std::unordered_map<std::string, std::function<double(const Tagged<N>&)>> measures;
  measures.emplace("sum", [](const Tagged<N>& row) {
    double sum = 0;
    for (const double value : row.columns | std::views::values | std::views::join) sum += value * N;
    return sum;
  });
  double total = 0;
  for (const auto& row : rows) {
    for (const auto& [name, measure] : measures) total += measure(row);
    total +=
        std::visit([]<typename V>(const V& value) { return static_cast<double>(sizeof(value)); }, row.value);
  }
  return static_cast<std::size_t>(total);
}

}  // namespace

int main() {
  return static_cast<int>(work<1>(std::cin) + work<2>(std::cin) + work<3>(std::cin) + work<4>(std::cin));
}
