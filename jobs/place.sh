# Scripts source this file to learn where skerry's parts are: in a source tree, where they are built first, or in an installation,
# where this folder is share/skerry/jobs and nothing is to be built. It sets
#   root    the folder with jobs/ and configs/
#   skerry  the program
#   home    the folder whose results/ receives traces: the tree, or the working folder where skerry is installed
# and reads the file of the site, which docs/running.md describes. A program of a user finds skerry-analysis at the end of the PATH.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [ -e "$root/CMakeLists.txt" ]; then
    skerry=$root/build/release/skerry
    home=$root
    PATH=$PATH:$root/jobs
    make_ready() {
        "$root/jobs/setup.sh" build analysis
        "$root/jobs/build.sh" release skerry_binary
    }
else
    skerry=$(realpath -m "$root/../../bin/skerry")
    # shellcheck disable=SC2034  # scripts that source this file use it
    home=$PWD
    PATH=$PATH:$root/../../bin
    make_ready() { :; }
fi
# shellcheck source=jobs/of_site.sh
source "$root/jobs/of_site.sh"
