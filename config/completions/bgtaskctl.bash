# Made from bgtaskctl's table of verbs and options by: bgtaskctl completion bash

_bgtaskctl_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_bgtaskctl_paths() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen "$1" -- "$cur"); }

# Without compgen -W, which would carry out a $(...) in a word that came from elsewhere.
# Bash cuts words at an @.
_bgtaskctl_choose() {
  local identifier written=$cur
  if [[ $cur == @ ]]; then
    written=${COMP_WORDS[COMP_CWORD - 1]}@ cur=
  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == @ ]]; then
    written=${COMP_WORDS[COMP_CWORD - 2]}@$cur
  fi
  while IFS= read -r identifier; do
    [[ $identifier == "$written"* ]] && COMPREPLY+=("${identifier#"${written%"$cur"}"}")
  done
}
_bgtaskctl_identifiers() { _bgtaskctl_choose < <(bgtaskctl list --identifiers 2>/dev/null); }
_bgtaskctl_instances() {
  _bgtaskctl_choose < <(bgtaskctl list --identifiers --templates 2>/dev/null)
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *@ ]] && compopt -o nospace
}
_bgtaskctl_fleet_tasks() { _bgtaskctl_choose < <(bgtaskctl fleet list --identifiers 2>/dev/null); }
_bgtaskctl_fleet_machines() { _bgtaskctl_choose < <(bgtaskctl fleet machines --names 2>/dev/null); }

# Words with a = in them, which bash cuts there.
_bgtaskctl_assignments() {
  local written=$cur
  if [[ $cur == = ]]; then
    written=${COMP_WORDS[COMP_CWORD - 1]}= cur=
  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
    written=${COMP_WORDS[COMP_CWORD - 2]}=$cur
  fi
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$written")
  COMPREPLY=("${COMPREPLY[@]#"${written%"$cur"}"}")
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}

# The verbs of a fleet. The argument is the place of the first word behind fleet.
_bgtaskctl_fleet() {
  local cur=${COMP_WORDS[COMP_CWORD]} verb= option= program= ended= word i
  COMPREPLY=()
  for ((i = $1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ -n $option ]]; then
      # Its value, unless this is the = before the value.
      [[ $word == = ]] || option=
      continue
    fi
    if [[ -z $ended ]]; then
      case $word in
        --socket | --color | --at-most | --nightly | --zone | --group | --attempts | -i | --identifier | --kind | --earliest | --deadline | --when | --while | --unknown-conditions | --expected | --checkpoint-file | --runtime-limit | --freeze | --unit | --tolerance | --nice | --io-class | --memory-max | --cpu-quota | --io-weight | --sandbox | --kill-mode | --direction | --url | --transfer-file | --method | --headers-file | --checksum | --bytes-per-second | --priority | --session | --report | --on-conflict | --label | --title | --subtitle | --working-directory | -E | --environment | --environment-file | --load-credential | --set-credential-encrypted | --of-user | -n | --limit | --since | --html) option=$word; continue ;;
        --) ended=yes; continue ;;
        -* | =) continue ;;
      esac
    fi
    if [[ -z $verb ]]; then
      verb=$word
    elif [[ $verb == submit ]]; then
      program=$i
      break
    fi
  done
  if [[ -n $program ]]; then
    _bgtaskctl_paths -f
    return
  fi
  if [[ -n $option ]]; then
    [[ $cur == = ]] && cur=
    case $option in
      --socket) _bgtaskctl_paths -f ;;
      --color) _bgtaskctl_words 'auto always never' ;;
      -i | --identifier) _bgtaskctl_identifiers ;;
      --kind) _bgtaskctl_words 'refresh processing continued transfer' ;;
      --unknown-conditions) _bgtaskctl_words 'proceed wait' ;;
      --checkpoint-file) _bgtaskctl_paths -f ;;
      --io-class) _bgtaskctl_words 'idle best-effort' ;;
      --sandbox) _bgtaskctl_words 'none basic system strict' ;;
      --kill-mode) _bgtaskctl_words 'control-group process' ;;
      --direction) _bgtaskctl_words 'download upload' ;;
      --priority) _bgtaskctl_words 'low normal high' ;;
      --on-conflict) _bgtaskctl_words 'replace keep fail' ;;
      --working-directory) _bgtaskctl_paths -d ;;
      -E | --environment) compopt -o nospace; mapfile -t COMPREPLY < <(compgen -v -S = -- "$cur") ;;
      --environment-file) _bgtaskctl_paths -f ;;
      --html) _bgtaskctl_paths -f ;;
    esac
    return
  fi
  if [[ $cur == -* && -z $ended ]]; then
    case $verb in
      submit) _bgtaskctl_words '--once --everywhere --at-most --nightly --zone --group --attempts -i --identifier --kind --earliest --deadline --requires-network-connectivity --requires-network --no-requires-network-connectivity --no-requires-network --requires-unmetered-network --requires-unmetered --no-requires-unmetered-network --no-requires-unmetered --requires-external-power --no-requires-external-power --requires-idle --no-requires-idle --requires-battery-not-low --no-requires-battery-not-low --requires-storage-not-low --no-requires-storage-not-low --requires-vpn --no-requires-vpn --when --while --unknown-conditions --expected --can-resume --no-can-resume --checkpoint-file --prevent-sleep --no-prevent-sleep --sleep-through --no-sleep-through --runtime-limit --freeze --unit --tolerance --nice --io-class --memory-max --cpu-quota --io-weight --sandbox --kill-mode --direction --url --transfer-file --method --headers-file --checksum --bytes-per-second --priority --discretionary --no-discretionary --session --report --on-conflict --label --title --subtitle --working-directory -E --environment --environment-file --load-credential --set-credential-encrypted --unchecked --socket --user --system --json --color -h --help --version' ;;
      apply) _bgtaskctl_words '--dry-run --prune --socket --user --system --json --color -h --help --version' ;;
      list) _bgtaskctl_words '--all --group --of-user --identifiers --socket --user --system --json --color -h --help --version' ;;
      show) _bgtaskctl_words '--of-user --socket --user --system --json --color -h --help --version' ;;
      explain) _bgtaskctl_words '--of-user --socket --user --system --json --color -h --help --version' ;;
      cancel) _bgtaskctl_words '--of-user --socket --user --system --json --color -h --help --version' ;;
      history) _bgtaskctl_words '-n --limit --of-user --socket --user --system --json --color -h --help --version' ;;
      report) _bgtaskctl_words '--since --html --group --of-user -n --limit --socket --user --system --json --color -h --help --version' ;;
      watch) _bgtaskctl_words '-n --limit --of-user --socket --user --system --json --color -h --help --version' ;;
      machines) _bgtaskctl_words '--group --names --socket --user --system --json --color -h --help --version' ;;
      drain) _bgtaskctl_words '--undo --socket --user --system --json --color -h --help --version' ;;
      schema) _bgtaskctl_words '--apply --socket --user --system --json --color -h --help --version' ;;
      *) _bgtaskctl_words '--socket --user --system --json --color -h --help --version' ;;
    esac
    return
  fi
  case $verb in
    '') _bgtaskctl_words 'submit apply list show explain cancel history report watch machines drain forget schema help' ;;
    submit) _bgtaskctl_paths -c ;;
    apply) _bgtaskctl_paths -f ;;
    show) _bgtaskctl_fleet_tasks ;;
    explain) _bgtaskctl_fleet_tasks ;;
    cancel) _bgtaskctl_fleet_tasks ;;
    history) _bgtaskctl_fleet_tasks ;;
    watch) _bgtaskctl_fleet_tasks ;;
    drain) _bgtaskctl_fleet_machines ;;
    forget) _bgtaskctl_fleet_machines ;;
    help) _bgtaskctl_words 'submit apply list show explain cancel history report watch machines drain forget schema help' ;;
  esac
}

_bgtaskctl() {
  local cur=${COMP_WORDS[COMP_CWORD]} verb= option= program= ended= word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ -n $option ]]; then
      # Its value, unless this is the = before the value.
      [[ $word == = ]] || option=
      continue
    fi
    if [[ -z $ended ]]; then
      case $word in
        --socket | --color | -i | --identifier | --kind | --earliest | --deadline | --on-deadline | --when | --while | --relax | --unknown-conditions | --judgement | --expected | --checkpoint-file | --runtime-limit | --freeze | --unit | --repeat | --calendar | --randomized-delay | --clock-change | --overdue-after | --on-failure | --on-success | --on-overdue | --tolerance | --retry | --retry-initial | --retry-maximum | --retry-attempts | --on-path-changed | --quiet | --at-latest | --own-changes | --group | --after | --after-any | --nice | --io-class | --memory-max | --cpu-quota | --io-weight | --sandbox | --kill-mode | --direction | --url | --transfer-file | --method | --headers-file | --checksum | --bytes-per-second | --priority | --session | --report | --on-conflict | --strategy | --trusted-for | --content | --label | --title | --subtitle | --working-directory | -E | --environment | --environment-file | --load-credential | --set-credential-encrypted | --file | --prefix | --limit | --run | -n | --lines | --of-user | --until | --for | --since | --html | --trace | --format | --tasks | --work | --resume | --policy | --set | --seed | --output | --timeout | --on-timeout | --if-unavailable | --name | --why | --type | --output-dir | --exec | --bundle-identifier | -n | --iterations | --base-time) option=$word; continue ;;
        --) ended=yes; continue ;;
        -* | =) continue ;;
      esac
    fi
    if [[ -z $verb ]]; then
      verb=$word
    elif [[ $verb == submit || $verb == fleet || $verb == wait-for || $verb == hold ]]; then
      program=$i
      break
    fi
  done
  if [[ -n $program ]]; then
    [[ $verb == fleet ]] && { _bgtaskctl_fleet $program; return; }
    _bgtaskctl_paths -f
    return
  fi
  if [[ -n $option ]]; then
    [[ $cur == = ]] && cur=
    case $option in
      --socket) _bgtaskctl_paths -f ;;
      --color) _bgtaskctl_words 'auto always never' ;;
      -i | --identifier) _bgtaskctl_identifiers ;;
      --kind) _bgtaskctl_words 'refresh processing continued transfer' ;;
      --on-deadline) _bgtaskctl_words 'wait run drop' ;;
      --unknown-conditions) _bgtaskctl_words 'proceed wait' ;;
      --judgement) _bgtaskctl_words 'eager patient' ;;
      --checkpoint-file) _bgtaskctl_paths -f ;;
      --clock-change) _bgtaskctl_words 'once shown' ;;
      --retry) _bgtaskctl_words 'none linear exponential' ;;
      --on-path-changed) _bgtaskctl_paths -f ;;
      --own-changes) _bgtaskctl_words 'count ignore' ;;
      --after) _bgtaskctl_identifiers ;;
      --after-any) _bgtaskctl_identifiers ;;
      --io-class) _bgtaskctl_words 'idle best-effort' ;;
      --sandbox) _bgtaskctl_words 'none basic system strict' ;;
      --kill-mode) _bgtaskctl_words 'control-group process' ;;
      --direction) _bgtaskctl_words 'download upload' ;;
      --priority) _bgtaskctl_words 'low normal high' ;;
      --on-conflict) _bgtaskctl_words 'replace keep fail' ;;
      --strategy) _bgtaskctl_words 'queue fail' ;;
      --working-directory) _bgtaskctl_paths -d ;;
      -E | --environment) compopt -o nospace; mapfile -t COMPREPLY < <(compgen -v -S = -- "$cur") ;;
      --environment-file) _bgtaskctl_paths -f ;;
      --file) _bgtaskctl_paths -f ;;
      --prefix) _bgtaskctl_identifiers ;;
      --html) _bgtaskctl_paths -f ;;
      --trace) _bgtaskctl_paths -f ;;
      --format) _bgtaskctl_words 'changes windows niimpy upower' ;;
      --tasks) _bgtaskctl_paths -d ;;
      --policy) _bgtaskctl_words 'eager patient fixed:2min' ;;
      --set) _bgtaskctl_assignments 'RefreshRuntimeSec= ProcessingRuntimeSec= RuntimeMaxSec= ExpirationGraceSec= ShutdownGraceSec= ContinuedStallSec= LaunchTimeoutSec= LaunchRetrySec= ReconnectSec= ApplicationIdleSec= MaxConcurrentRuns= MaxConcurrentRefresh= MaxConcurrentProcessing= MaxConcurrentContinued= MaxConcurrentTransfers= MaxTransfersPerHost= TransferLowSpeedBytesPerSec= TransferLowSpeedSec= MaxConcurrentRunsPerUser= MaxExtraRunsPerUser= MaxPendingPerUser= MaxPendingBytesPerUser= MaxTaskMemory= MaxTaskMemoryPerUser= MaxPendingRefreshPerApplication= MaxPendingProcessingPerApplication= LowBatteryPercent= ProcessingRequiresIdle= RefreshSpacingSec= ProcessingSpacingSec= RuntimeBudgetPerHourSec= DisabledKinds= Judgement= JudgementRefresh= JudgementProcessing= JudgementTransfers= LapseSec= AllowSleepPrevention= AllowSimulation= SettlingSec= IdleHoldSec= ActivityHoldSec= UnknownConditions= RecheckSec= CheckIntervalSec= CheckTimeoutSec=' ;;
      --output) _bgtaskctl_paths -f ;;
      --on-timeout) _bgtaskctl_words 'run fail' ;;
      --if-unavailable) _bgtaskctl_words 'run fail' ;;
      --type) _bgtaskctl_words 'task manifest configuration' ;;
      --output-dir) _bgtaskctl_paths -d ;;
      --exec) _bgtaskctl_paths -f ;;
    esac
    return
  fi
  if [[ $cur == -* && -z $ended ]]; then
    case $verb in
      submit) _bgtaskctl_words '-i --identifier --kind --earliest --deadline --on-deadline --requires-network-connectivity --requires-network --no-requires-network-connectivity --no-requires-network --requires-unmetered-network --requires-unmetered --no-requires-unmetered-network --no-requires-unmetered --requires-external-power --no-requires-external-power --requires-idle --no-requires-idle --requires-battery-not-low --no-requires-battery-not-low --requires-storage-not-low --no-requires-storage-not-low --requires-vpn --no-requires-vpn --when --while --relax --unknown-conditions --judgement --expected --can-resume --no-can-resume --checkpoint-file --prevent-sleep --no-prevent-sleep --sleep-through --no-sleep-through --runtime-limit --freeze --unit --repeat --calendar --randomized-delay --clock-change --overdue-after --on-failure --on-success --on-overdue --tolerance --retry --retry-initial --retry-maximum --retry-attempts --on-path-changed --quiet --at-latest --own-changes --group --after --after-any --repeat-after --no-repeat-after --nice --io-class --memory-max --cpu-quota --io-weight --sandbox --kill-mode --direction --url --transfer-file --method --headers-file --checksum --bytes-per-second --priority --discretionary --no-discretionary --session --report --on-conflict --strategy --trusted-for --content --label --title --subtitle --working-directory -E --environment --environment-file --load-credential --set-credential-encrypted -w --wait --past-ok --unchecked --file --socket --user --system --json --color -h --help --version' ;;
      list) _bgtaskctl_words '--prefix --all-users --limit --identifiers --templates --running --failed --overdue --tree --held --waiting --socket --user --system --json --color -h --help --version' ;;
      explain) _bgtaskctl_words '-q --quiet --socket --user --system --json --color -h --help --version' ;;
      status) _bgtaskctl_words '--check --socket --user --system --json --color -h --help --version' ;;
      logs) _bgtaskctl_words '--run --all-runs -f --follow -n --lines --socket --user --system --json --color -h --help --version' ;;
      cancel) _bgtaskctl_words '--all --socket --user --system --json --color -h --help --version' ;;
      pause) _bgtaskctl_words '--kind --of-user --all-users --until --for --stop --list --socket --user --system --json --color -h --help --version' ;;
      resume) _bgtaskctl_words '--kind --of-user --all-users --socket --user --system --json --color -h --help --version' ;;
      edit) _bgtaskctl_words '--kind --earliest --deadline --on-deadline --requires-network-connectivity --requires-network --no-requires-network-connectivity --no-requires-network --requires-unmetered-network --requires-unmetered --no-requires-unmetered-network --no-requires-unmetered --requires-external-power --no-requires-external-power --requires-idle --no-requires-idle --requires-battery-not-low --no-requires-battery-not-low --requires-storage-not-low --no-requires-storage-not-low --requires-vpn --no-requires-vpn --when --while --relax --unknown-conditions --judgement --expected --can-resume --no-can-resume --checkpoint-file --prevent-sleep --no-prevent-sleep --sleep-through --no-sleep-through --runtime-limit --freeze --unit --repeat --calendar --randomized-delay --clock-change --overdue-after --on-failure --on-success --on-overdue --tolerance --retry --retry-initial --retry-maximum --retry-attempts --on-path-changed --quiet --at-latest --own-changes --group --after --after-any --repeat-after --no-repeat-after --nice --io-class --memory-max --cpu-quota --io-weight --sandbox --kill-mode --direction --url --transfer-file --method --headers-file --checksum --bytes-per-second --priority --discretionary --no-discretionary --session --report --strategy --trusted-for --content --label --title --subtitle --working-directory -E --environment --environment-file --load-credential --set-credential-encrypted --past-ok --unchecked --socket --user --system --json --color -h --help --version' ;;
      rerun) _bgtaskctl_words '-w --wait --socket --user --system --json --color -h --help --version' ;;
      fetch) _bgtaskctl_words '-w --wait --upload -i --identifier --earliest --deadline --on-deadline --requires-network-connectivity --requires-network --no-requires-network-connectivity --no-requires-network --requires-unmetered-network --requires-unmetered --no-requires-unmetered-network --no-requires-unmetered --requires-external-power --no-requires-external-power --requires-battery-not-low --no-requires-battery-not-low --requires-storage-not-low --no-requires-storage-not-low --requires-vpn --no-requires-vpn --when --while --relax --unknown-conditions --judgement --expected --can-resume --no-can-resume --prevent-sleep --no-prevent-sleep --sleep-through --no-sleep-through --runtime-limit --repeat --calendar --randomized-delay --clock-change --overdue-after --on-failure --on-success --on-overdue --tolerance --retry --retry-initial --retry-maximum --retry-attempts --group --after --after-any --repeat-after --no-repeat-after --method --headers-file --checksum --bytes-per-second --priority --discretionary --no-discretionary --session --report --on-conflict --trusted-for --label --title --subtitle --socket --user --system --json --color -h --help --version' ;;
      history) _bgtaskctl_words '-n --limit --since --failed --launch --all-users --socket --user --system --json --color -h --help --version' ;;
      timeline) _bgtaskctl_words '--since --html --prefix --failed -n --limit --all-users --socket --user --system --json --color -h --help --version' ;;
      replay) _bgtaskctl_words '--trace --format --tasks --work --resume --since --policy --set --seed --html --socket --user --system --json --color -h --help --version' ;;
      watch) _bgtaskctl_words '--prefix --all-users -n --limit --socket --user --system --json --color -h --help --version' ;;
      metrics) _bgtaskctl_words '--all-users --output --socket --user --system --json --color -h --help --version' ;;
      record) _bgtaskctl_words '--since --socket --user --system --json --color -h --help --version' ;;
      conditions) _bgtaskctl_words '-f --follow --socket --user --system --json --color -h --help --version' ;;
      simulate) _bgtaskctl_words '--clear --socket --user --system --json --color -h --help --version' ;;
      wait-for) _bgtaskctl_words '--network --unmetered --external-power --idle --battery-not-low --storage-not-low --vpn --when --unknown-conditions --timeout --on-timeout --if-unavailable --unchecked --name --socket --user --system --json --color -h --help --version' ;;
      hold) _bgtaskctl_words '--limit --why --if-unavailable --socket --user --system --json --color -h --help --version' ;;
      progress) _bgtaskctl_words '--subtitle --run --socket --user --system --json --color -h --help --version' ;;
      checkpoint) _bgtaskctl_words '--run --socket --user --system --json --color -h --help --version' ;;
      should-defer) _bgtaskctl_words '-q --quiet --run --socket --user --system --json --color -h --help --version' ;;
      complete) _bgtaskctl_words '--failure --run --socket --user --system --json --color -h --help --version' ;;
      check) _bgtaskctl_words '--type --socket --user --system --json --color -h --help --version' ;;
      import) _bgtaskctl_words '--output-dir --force --socket --user --system --json --color -h --help --version' ;;
      manifest) _bgtaskctl_words '--exec --bundle-identifier --socket --user --system --json --color -h --help --version' ;;
      calendar) _bgtaskctl_words '-n --iterations --base-time --clock-change --socket --user --system --json --color -h --help --version' ;;
      *) _bgtaskctl_words '--socket --user --system --json --color -h --help --version' ;;
    esac
    return
  fi
  case $verb in
    '') _bgtaskctl_words 'submit list show explain status logs run cancel pause resume edit start rerun expire renew fetch fleet history timeline replay watch metrics record conditions simulate wait-for hold progress checkpoint should-defer complete check import manifest calendar completion help version' ;;
    submit) _bgtaskctl_paths -c ;;
    show) _bgtaskctl_identifiers ;;
    explain) _bgtaskctl_identifiers ;;
    logs) _bgtaskctl_identifiers ;;
    run) _bgtaskctl_instances ;;
    cancel) _bgtaskctl_identifiers ;;
    pause) _bgtaskctl_identifiers ;;
    resume) _bgtaskctl_identifiers ;;
    edit) _bgtaskctl_identifiers ;;
    start) _bgtaskctl_instances ;;
    expire) _bgtaskctl_identifiers ;;
    renew) _bgtaskctl_identifiers ;;
    fetch) _bgtaskctl_paths -f ;;
    fleet) _bgtaskctl_fleet $COMP_CWORD ;;
    history) _bgtaskctl_identifiers ;;
    timeline) _bgtaskctl_identifiers ;;
    record) _bgtaskctl_words 'export forget' ;;
    simulate) _bgtaskctl_assignments 'powerSource=external powerSource=battery powerSource=unknown batteryPercent= lowPowerMode=true lowPowerMode=false network=none network=metered network=unmetered network=unknown idle=true idle=false thermalPressure=true thermalPressure=false cpuPressure=true cpuPressure=false memoryPressure=true memoryPressure=false ioPressure=true ioPressure=false storageLow=true storageLow=false vpn=true vpn=false charging=true charging=false locked=true locked=false networkNames= users= lidClosed=true lidClosed=false activeUsers= bluetoothDevices=' ;;
    wait-for) _bgtaskctl_paths -c ;;
    hold) _bgtaskctl_paths -c ;;
    check) _bgtaskctl_paths -f ;;
    import) _bgtaskctl_words 'crontab timer anacrontab' ;;
    manifest) _bgtaskctl_paths -f ;;
    completion) _bgtaskctl_words 'bash zsh fish' ;;
    help) _bgtaskctl_words 'submit list show explain status logs run cancel pause resume edit start rerun expire renew fetch fleet history timeline replay watch metrics record conditions simulate wait-for hold progress checkpoint should-defer complete check import manifest calendar completion help version' ;;
  esac
}

complete -F _bgtaskctl bgtaskctl
