#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

/// A quadratic assignment problem as programs without the library read it from a file of QAPLIB.
struct Matrices {
  std::vector<std::vector<int>> first;
  std::vector<std::vector<int>> second;
};

inline Matrices read_matrices(const std::string& name) {
  std::ifstream file(name);
  std::size_t size = 0;
  file >> size;
  Matrices matrices;
  for (auto* matrix : {&matrices.first, &matrices.second}) {
    matrix->assign(size, std::vector<int>(size));
    for (std::vector<int>& row : *matrix) {
      for (int& entry : row) file >> entry;
    }
  }
  return matrices;
}

/// Returns the sum of first[i][j] * second[p(i)][p(j)] for an order p.
inline double cost_of(const Matrices& matrices, const std::vector<std::size_t>& order) {
  long cost = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j)
      cost += matrices.first[i][j] * matrices.second[order[i]][order[j]];
  }
  return static_cast<double>(cost);
}
