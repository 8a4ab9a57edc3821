# Writes a file that adds a test for each suite of a program of GoogleTest: a process for each single test would spend most of its
# time on its start.   cmake -DPROGRAM=FILE -DTESTS=FILE -DPROPERTIES=LIST -P discover_suites.cmake
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\." suites "${list}")
set(text "")
string(REPLACE ";" " " properties "${PROPERTIES}")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "^\n(.*)\\.$" "\\1" suite "${suite}")
  string(APPEND text "add_test([[${suite}]] [[${PROGRAM}]] [[--gtest_filter=${suite}.*]] --gtest_brief=1)\n"
    "set_tests_properties([[${suite}]] PROPERTIES ${properties})\n")
endforeach()
file(WRITE ${TESTS} "${text}")
