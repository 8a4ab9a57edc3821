#pragma once

/// What main() is in a user's own program: each of these is one, in a file of its own.
int own_program(int argc, char** argv);
int knapsack_program(int argc, char** argv);
int failing_program(int argc, char** argv);
int brittle_program(int argc, char** argv);
int lone_program(int argc, char** argv);
