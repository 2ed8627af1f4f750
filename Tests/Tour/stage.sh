# What the tours share: how they show things and wait for them. A script that reads this has set `programs`.

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold="" dim="" plain=""; fi

say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
# Shows a command as a person would type it, and runs it.
run() { printf '%s$ %s%s\n' "$dim" "$(typed "$@")" "$plain"; "$@"; }
# Prints words as a shell reads them: with quotes where they need some.
typed() {
  local word words=()
  for word; do
    if [[ $word =~ ^[A-Za-z0-9%@_+=:,./-]+$ ]]; then words+=("$word"); else words+=("'${word//\'/\'\\\'\'}'"); fi
  done
  printf '%s' "${words[*]}"
}

# Waits until a command succeeds, for at most ${patience:-20} seconds.
await() {
  local what=$1
  shift
  for _ in $(seq $((${patience:-20} * 10))); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.1
  done
  fail "$what did not happen within ${patience:-20} s"
}
