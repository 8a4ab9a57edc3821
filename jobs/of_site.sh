# Scripts source this file to read what a site has for all of its jobs: the first of $SKERRY_SITE, site.sh beside this file, and
# ~/.config/skerry/site.sh. The functions of modules may use unset variables and fail, so nothing is strict within. The launcher of the
# site is for jobs.
if [ -n "${SKERRY_SITE:-}" ] && [ ! -e "$SKERRY_SITE" ]; then
    echo "there is no $SKERRY_SITE, which SKERRY_SITE names as the file of the site" >&2
    exit 2
fi
for site in "${SKERRY_SITE:-}" "$(dirname "${BASH_SOURCE[0]}")/site.sh" "${XDG_CONFIG_HOME:-${HOME:-}/.config}/skerry/site.sh"; do
    [ -n "$site" ] && [ -e "$site" ] || continue
    launcher_outside=${SKERRY_LAUNCHER:-}
    set +euo pipefail
    # shellcheck disable=SC1090
    source "$site"
    set -euo pipefail
    [ -n "${SLURM_JOB_ID:-}" ] || SKERRY_LAUNCHER=$launcher_outside
    break
done
unset site launcher_outside
