include(CMakePackageConfigHelpers)

# An export each, so that who asks for the engine alone need not have what the others are linked with.
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/skerry)
foreach(library engine trace app)
  install(TARGETS skerry_${library} EXPORT skerry_${library})
  install(EXPORT skerry_${library} FILE skerry-${library}-targets.cmake NAMESPACE skerry:: DESTINATION ${config_folder})
endforeach()
# What a wheel of Python holds beside the package is the component `program`.
install(TARGETS skerry_binary COMPONENT program)
install(DIRECTORY include/skerry DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(cmake/skerry-config.cmake.in
  ${PROJECT_BINARY_DIR}/skerry-config.cmake INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/skerry-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/skerry-config.cmake ${PROJECT_BINARY_DIR}/skerry-config-version.cmake
              cmake/skerry-hdf5.cmake cmake/skerry-mpi.cmake cmake/skerry-nettle.cmake
        DESTINATION ${config_folder})

# share/skerry is laid out like the tree, so that scripts and pages name the same places in both. Scripts that install packages and
# build have no work there.
set(data_folder ${CMAKE_INSTALL_DATADIR}/skerry)
install(PROGRAMS jobs/analysis.sh jobs/experiment.sh jobs/local.sh jobs/mpirun.sh jobs/resumable.sh DESTINATION ${data_folder}/jobs COMPONENT program)
install(PROGRAMS jobs/experiment.sbatch jobs/replicates.sbatch jobs/run.sbatch jobs/submit.sh DESTINATION ${data_folder}/jobs COMPONENT program)
install(FILES jobs/allocation.sh jobs/attend.sh jobs/launcher.sh jobs/of_site.sh jobs/place.sh DESTINATION ${data_folder}/jobs COMPONENT program)
install(DIRECTORY configs DESTINATION ${data_folder} COMPONENT program PATTERN *.sh EXCLUDE)
install(DIRECTORY examples/external examples/python examples/sphere DESTINATION ${data_folder}/examples USE_SOURCE_PERMISSIONS COMPONENT program)
install(DIRECTORY analysis/skerry DESTINATION ${data_folder}/analysis
        FILES_MATCHING PATTERN *.py PATTERN py.typed PATTERN *.j2 PATTERN *.css PATTERN *.js PATTERN __pycache__ EXCLUDE)
install(FILES analysis/__main__.py DESTINATION ${data_folder}/analysis)
install(FILES analysis/__main__.py DESTINATION ${data_folder}/analysis RENAME skerry-analysis)
install(PROGRAMS packaging/skerry-analysis DESTINATION ${CMAKE_INSTALL_BINDIR})
install(SCRIPT cmake/link_package.cmake)

install(FILES README.md CHANGELOG.md LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md PATTERN *.svg)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The pages of the program are made of its help, which has to run for that.
find_program(HELP2MAN help2man)
if(HELP2MAN AND NOT CMAKE_CROSSCOMPILING AND NOT SKERRY_SANITIZE)
  add_custom_command(OUTPUT man/skerry.1
    COMMAND ${PROJECT_SOURCE_DIR}/packaging/man/make.sh $<TARGET_FILE:skerry_binary> ${PROJECT_VERSION} man
    DEPENDS skerry_binary ${PROJECT_SOURCE_DIR}/packaging/man/make.sh ${PROJECT_SOURCE_DIR}/packaging/man/common.h2m
    COMMENT "Writing the manual pages"
    VERBATIM)
  add_custom_target(skerry_manual ALL DEPENDS man/skerry.1)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
else()
  message(STATUS "No manual pages of the program: they need help2man, and a program that runs here")
endif()
install(FILES packaging/man/skerry-analysis.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
