# Made from bgtaskctl's table of verbs and options by: bgtaskctl completion fish

function __bgtaskctl_identifiers
    bgtaskctl list --identifiers 2>/dev/null
end

function __bgtaskctl_instances
    bgtaskctl list --identifiers --templates 2>/dev/null
end

complete -c bgtaskctl -f

# Options of all verbs
complete -c bgtaskctl -l socket -r -F -d 'Talk to the daemon that listens here'
complete -c bgtaskctl -l user -d 'Talk to the daemon of this user'
complete -c bgtaskctl -l system -d 'Talk to the daemon of the system'
complete -c bgtaskctl -l json -d 'Write the protocol\'s JSON, one document a result'
complete -c bgtaskctl -l color -x -a 'auto always never' -d 'When to show colours'
complete -c bgtaskctl -s h -l help -d 'Explain the use and exit'
complete -c bgtaskctl -l version -d 'Say the version and exit'

# Verbs
complete -c bgtaskctl -n __fish_use_subcommand -a submit -d 'Hand a program to the daemon, to be run when the moment is right'
complete -c bgtaskctl -n __fish_use_subcommand -a list -d 'List pending and running tasks, what matters most first'
complete -c bgtaskctl -n __fish_use_subcommand -a show -d 'Show all of a task and its last runs'
complete -c bgtaskctl -n __fish_use_subcommand -a explain -d 'Say why a task is not running now: every reason'
complete -c bgtaskctl -n __fish_use_subcommand -a edit -d 'Change a pending task: by options, or in your editor'
complete -c bgtaskctl -n __fish_use_subcommand -a cancel -d 'End pending tasks; running ones are told to stop'
complete -c bgtaskctl -n __fish_use_subcommand -a pause -d 'Keep tasks from starting, for a while or until resume'
complete -c bgtaskctl -n __fish_use_subcommand -a resume -d 'Let what is paused start again'
complete -c bgtaskctl -n __fish_use_subcommand -a run -d 'Start pending tasks now, whatever they wait for'
complete -c bgtaskctl -n __fish_use_subcommand -a start -d 'The same as run'
complete -c bgtaskctl -n __fish_use_subcommand -a rerun -d 'Do again what a run of the history did'
complete -c bgtaskctl -n __fish_use_subcommand -a expire -d 'Tell running tasks that their time is up'
complete -c bgtaskctl -n __fish_use_subcommand -a history -d 'List runs, newest first: how they ended, how long they took, why'
complete -c bgtaskctl -n __fish_use_subcommand -a timeline -d 'Show when each task ran, failed and waited, as a picture'
complete -c bgtaskctl -n __fish_use_subcommand -a logs -d 'Show what became of a task and what its runs wrote'
complete -c bgtaskctl -n __fish_use_subcommand -a watch -d 'Follow what happens from now on, until interrupted'
complete -c bgtaskctl -n __fish_use_subcommand -a conditions -d 'Show what the scheduler believes about the machine'
complete -c bgtaskctl -n __fish_use_subcommand -a simulate -d 'Override what the scheduler believes about the machine'
complete -c bgtaskctl -n __fish_use_subcommand -a wait-for -d 'Wait until the machine is ready, then become the program'
complete -c bgtaskctl -n __fish_use_subcommand -a hold -d 'Run a program that the machine waits for before it sleeps'
complete -c bgtaskctl -n __fish_use_subcommand -a progress -d 'Inside of a task: say how far its run is'
complete -c bgtaskctl -n __fish_use_subcommand -a check -d 'Say what is wrong with files of tasks, manifests and rules'
complete -c bgtaskctl -n __fish_use_subcommand -a import -d 'Make declared tasks of cron\'s, anacron\'s and systemd\'s schedules'
complete -c bgtaskctl -n __fish_use_subcommand -a manifest -d 'Make an application\'s manifest of its Info.plist'
complete -c bgtaskctl -n __fish_use_subcommand -a calendar -d 'Show the next dates of calendar expressions'
complete -c bgtaskctl -n __fish_use_subcommand -a act -d 'Become the program of an action, with its report'
complete -c bgtaskctl -n __fish_use_subcommand -a probe -d 'Ask now whether a condition holds that nobody reports'
complete -c bgtaskctl -n __fish_use_subcommand -a look -d 'Say what files and folders are like, to see whether they change'
complete -c bgtaskctl -n __fish_use_subcommand -a read-files -d 'Read files for bgtaskd, as the user whose task needs them'
complete -c bgtaskctl -n __fish_use_subcommand -a should-defer -d 'Inside of a task: ask whether to save the work and come back later'
complete -c bgtaskctl -n __fish_use_subcommand -a complete -d 'Inside of a task: say that its work is done'
complete -c bgtaskctl -n __fish_use_subcommand -a status -d 'Show how the daemon is, what fails, and what the last day came to'
complete -c bgtaskctl -n __fish_use_subcommand -a metrics -d 'Print figures for Prometheus: OpenMetrics, or with --json the same as JSON'
complete -c bgtaskctl -n __fish_use_subcommand -a generate -d 'Have services wait that say so in a section [X-Bgtask]'
complete -c bgtaskctl -n __fish_use_subcommand -a help -d 'Explain the use of a verb, or list all verbs'
complete -c bgtaskctl -n __fish_use_subcommand -a version -d 'Say the version of bgtaskctl'
complete -c bgtaskctl -n __fish_use_subcommand -a completion -d 'Print the completion script of a shell'

# submit
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -s i -l identifier -x -a '(__bgtaskctl_identifiers)' -d 'What the task is called; one is pending at a time'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l kind -x -a 'refresh processing continued transfer' -d 'The kind of work; processing when there is a program'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l earliest -x -d 'Never earlier than this: +1h, 18:30, Mon 03:00, 2026-11-21 18:30'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l deadline -x -d 'It should have begun by then'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l on-deadline -x -a 'wait run drop' -d 'What happens when the deadline passes first'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-network-connectivity -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-network -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-network-connectivity -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-network -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-unmetered-network -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-unmetered -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-unmetered-network -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-unmetered -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-external-power -d 'Needs power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-external-power -d 'Needs power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-idle -d 'Needs a machine that nobody uses'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-idle -d 'Needs a machine that nobody uses'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-battery-not-low -d 'Needs a battery that is not low, or power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-battery-not-low -d 'Needs a battery that is not low, or power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-storage-not-low -d 'Needs room on the disk'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-storage-not-low -d 'Needs room on the disk'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l requires-vpn -d 'Needs a private network (VPN)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-requires-vpn -d 'Needs a private network (VPN)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l when -x -d 'What else must hold for it to start: \'not hot and idle for 10min\''
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l while -x -d 'What must hold, and go on holding while it runs'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l relax -x -d 'What it stops asking for with time: \'after 1d without idle\''
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l unknown-conditions -x -a 'proceed wait' -d 'What conditions do that nobody reports'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l prevent-sleep -d 'Keeps the machine awake while it runs on external power'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-prevent-sleep -d 'Keeps the machine awake while it runs on external power'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l sleep-through -d 'Goes on after the machine\'s sleep instead of being told to stop before'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-sleep-through -d 'Goes on after the machine\'s sleep instead of being told to stop before'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l runtime-limit -x -d 'How long a run may take'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l freeze -x -d 'Stand still so long when a requirement is lost, before it is told to stop'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l unit -x -d 'Start this unit of systemd instead of a program'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l repeat -x -d 'Run again every so often'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l calendar -x -d 'Run at these dates: daily, \'Mon..Fri 03:00\'; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l randomized-delay -x -d 'Put each of those dates off by up to so long'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l overdue-after -x -d 'Without success for so long it is overdue'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l on-failure -x -d 'Start this when a run has failed: a program, or another task'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l on-success -x -d 'The same when a run has succeeded'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l on-overdue -x -d 'The same when the task is overdue'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l tolerance -x -d 'How much later it may begin to share a wake-up'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l retry -x -a 'none linear exponential' -d 'Try again after a failure, with pauses that grow so'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l retry-initial -x -d 'The first pause'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l retry-maximum -x -d 'No pause is longer'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l retry-attempts -x -d 'Attempts in all, the first included'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l on-path-changed -r -F -d 'Run each time this file or folder has changed; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l quiet -x -d 'Once that has been left alone for so long; 5s if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l at-latest -x -d 'Or so long after the first change; 1min if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l group -x -d 'One task of this group runs at a time'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l after -x -a '(__bgtaskctl_identifiers)' -d 'Begin when these tasks have succeeded; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l after-any -x -a '(__bgtaskctl_identifiers)' -d 'The same when they have ended in any way but by being cancelled'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l repeat-after -d 'Begin again each time they have'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l no-repeat-after -d 'Begin again each time they have'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l nice -x -d 'The more, the less of the processors it gets: 0 to 19'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l io-class -x -a 'idle bestEffort' -d 'When it gets the disk: idle when nobody else wants it'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l memory-max -x -d 'It is killed for more memory: 512M, 2G'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l cpu-quota -x -d 'How much of one processor it gets: 50%'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l io-weight -x -d 'Its share of the disk beside others: 1 to 10000, 1 if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l sandbox -x -a 'none basic system strict' -d 'What it must not touch'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l on-conflict -x -a 'replace keep fail' -d 'What happens when the identifier is pending already'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l strategy -x -a 'queue fail' -d 'Of continued work: what happens when there is no room'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l content -x -d 'What the application that handles it is told, such as JSON'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l label -x -d 'What people call it, in lists and in the journal'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l title -x -d 'What it is, for people'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l subtitle -x -d 'More about it, for people'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l working-directory -r -a '(__fish_complete_directories)' -d 'Where it runs; the current directory if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -s E -l environment -x -a '(set -nx | string replace -r \'$\' =)' -d 'Add to its environment; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l environment-file -r -F -d 'Add the variables in this file; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l load-credential -x -d 'Hand it this file under a name, ID:PATH; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l set-credential-encrypted -x -d 'The same of what systemd-creds has encrypted, ID:DATA; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -s w -l wait -d 'Wait for the end, and exit with the program\'s own status'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l past-ok -d 'Take dates that have passed'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l unchecked -d 'Do not look whether programs, the directory and files are there'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -l file -r -F -d 'Submit the requests in this file, one JSON object a line; - is standard input'
complete -c bgtaskctl -n '__fish_seen_subcommand_from submit' -F -a '(__fish_complete_command)'

# list
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l prefix -x -a '(__bgtaskctl_identifiers)' -d 'Only identifiers that begin with this'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l all-users -d 'Those of other users as well (for root and the daemon\'s own user)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l limit -x -d 'No more than so many'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l identifiers -d 'Identifiers only, one a line'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l templates -d 'Templates of tasks below, or with --identifiers behind them: bgtaskctl run NAME@home'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l running -d 'Only what runs'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l failed -d 'Only what failed last and waits for another run'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l overdue -d 'Only what should have run by now'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l tree -d 'What comes after another task below it'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l held -d 'Only who has asked for time: the machine waits for them before it sleeps'
complete -c bgtaskctl -n '__fish_seen_subcommand_from list' -l waiting -d 'Only who waits for conditions without a task: wait-for --when, units'

# show
complete -c bgtaskctl -n '__fish_seen_subcommand_from show' -a '(__bgtaskctl_identifiers)'

# explain
complete -c bgtaskctl -n '__fish_seen_subcommand_from explain' -s q -l quiet -d 'Say nothing; exit with 0 when it can proceed, 1 when it has to wait'
complete -c bgtaskctl -n '__fish_seen_subcommand_from explain' -a '(__bgtaskctl_identifiers)'

# edit
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l kind -x -a 'refresh processing continued transfer' -d 'The kind of work; processing when there is a program'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l earliest -x -d 'Never earlier than this: +1h, 18:30, Mon 03:00, 2026-11-21 18:30'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l deadline -x -d 'It should have begun by then'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l on-deadline -x -a 'wait run drop' -d 'What happens when the deadline passes first'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-network-connectivity -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-network -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-network-connectivity -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-network -d 'Needs a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-unmetered-network -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-unmetered -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-unmetered-network -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-unmetered -d 'Needs a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-external-power -d 'Needs power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-external-power -d 'Needs power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-idle -d 'Needs a machine that nobody uses'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-idle -d 'Needs a machine that nobody uses'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-battery-not-low -d 'Needs a battery that is not low, or power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-battery-not-low -d 'Needs a battery that is not low, or power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-storage-not-low -d 'Needs room on the disk'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-storage-not-low -d 'Needs room on the disk'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l requires-vpn -d 'Needs a private network (VPN)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-requires-vpn -d 'Needs a private network (VPN)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l when -x -d 'What else must hold for it to start: \'not hot and idle for 10min\''
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l while -x -d 'What must hold, and go on holding while it runs'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l relax -x -d 'What it stops asking for with time: \'after 1d without idle\''
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l unknown-conditions -x -a 'proceed wait' -d 'What conditions do that nobody reports'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l prevent-sleep -d 'Keeps the machine awake while it runs on external power'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-prevent-sleep -d 'Keeps the machine awake while it runs on external power'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l sleep-through -d 'Goes on after the machine\'s sleep instead of being told to stop before'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-sleep-through -d 'Goes on after the machine\'s sleep instead of being told to stop before'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l runtime-limit -x -d 'How long a run may take'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l freeze -x -d 'Stand still so long when a requirement is lost, before it is told to stop'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l unit -x -d 'Start this unit of systemd instead of a program'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l repeat -x -d 'Run again every so often'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l calendar -x -d 'Run at these dates: daily, \'Mon..Fri 03:00\'; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l randomized-delay -x -d 'Put each of those dates off by up to so long'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l overdue-after -x -d 'Without success for so long it is overdue'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l on-failure -x -d 'Start this when a run has failed: a program, or another task'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l on-success -x -d 'The same when a run has succeeded'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l on-overdue -x -d 'The same when the task is overdue'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l tolerance -x -d 'How much later it may begin to share a wake-up'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l retry -x -a 'none linear exponential' -d 'Try again after a failure, with pauses that grow so'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l retry-initial -x -d 'The first pause'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l retry-maximum -x -d 'No pause is longer'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l retry-attempts -x -d 'Attempts in all, the first included'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l on-path-changed -r -F -d 'Run each time this file or folder has changed; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l quiet -x -d 'Once that has been left alone for so long; 5s if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l at-latest -x -d 'Or so long after the first change; 1min if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l group -x -d 'One task of this group runs at a time'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l after -x -a '(__bgtaskctl_identifiers)' -d 'Begin when these tasks have succeeded; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l after-any -x -a '(__bgtaskctl_identifiers)' -d 'The same when they have ended in any way but by being cancelled'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l repeat-after -d 'Begin again each time they have'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l no-repeat-after -d 'Begin again each time they have'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l nice -x -d 'The more, the less of the processors it gets: 0 to 19'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l io-class -x -a 'idle bestEffort' -d 'When it gets the disk: idle when nobody else wants it'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l memory-max -x -d 'It is killed for more memory: 512M, 2G'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l cpu-quota -x -d 'How much of one processor it gets: 50%'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l io-weight -x -d 'Its share of the disk beside others: 1 to 10000, 1 if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l sandbox -x -a 'none basic system strict' -d 'What it must not touch'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l strategy -x -a 'queue fail' -d 'Of continued work: what happens when there is no room'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l content -x -d 'What the application that handles it is told, such as JSON'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l label -x -d 'What people call it, in lists and in the journal'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l title -x -d 'What it is, for people'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l subtitle -x -d 'More about it, for people'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l working-directory -r -a '(__fish_complete_directories)' -d 'Where it runs; the current directory if not given'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -s E -l environment -x -a '(set -nx | string replace -r \'$\' =)' -d 'Add to its environment; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l environment-file -r -F -d 'Add the variables in this file; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l load-credential -x -d 'Hand it this file under a name, ID:PATH; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l set-credential-encrypted -x -d 'The same of what systemd-creds has encrypted, ID:DATA; may be repeated'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l past-ok -d 'Take dates that have passed'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -l unchecked -d 'Do not look whether programs and the working directory are there'
complete -c bgtaskctl -n '__fish_seen_subcommand_from edit' -a '(__bgtaskctl_identifiers)'

# cancel
complete -c bgtaskctl -n '__fish_seen_subcommand_from cancel' -l all -d 'All tasks of this user'
complete -c bgtaskctl -n '__fish_seen_subcommand_from cancel' -a '(__bgtaskctl_identifiers)'

# pause
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -l kind -x -a 'refresh processing continued transfer' -d 'Only tasks of this kind'
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -l of-user -x -d 'Those of this user instead of one\'s own (for root)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -l all-users -d 'Those of everybody (for root and the daemon\'s own user)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -l until -x -d 'Until then: 18:00, tomorrow 08:00, Mon 03:00'
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -l for -x -d 'For so long: 1h, 30min'
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -l stop -d 'Tell what runs to stop, too; otherwise it goes on'
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -l list -d 'Say what is paused'
complete -c bgtaskctl -n '__fish_seen_subcommand_from pause' -a '(__bgtaskctl_identifiers)'

# resume
complete -c bgtaskctl -n '__fish_seen_subcommand_from resume' -l kind -x -a 'refresh processing continued transfer' -d 'Only tasks of this kind'
complete -c bgtaskctl -n '__fish_seen_subcommand_from resume' -l of-user -x -d 'Those of this user instead of one\'s own (for root)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from resume' -l all-users -d 'Those of everybody (for root and the daemon\'s own user)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from resume' -a '(__bgtaskctl_identifiers)'

# run
complete -c bgtaskctl -n '__fish_seen_subcommand_from run' -a '(__bgtaskctl_instances)'

# start
complete -c bgtaskctl -n '__fish_seen_subcommand_from start' -a '(__bgtaskctl_instances)'

# rerun
complete -c bgtaskctl -n '__fish_seen_subcommand_from rerun' -s w -l wait -d 'Wait for the end, and exit with the program\'s own status'

# expire
complete -c bgtaskctl -n '__fish_seen_subcommand_from expire' -a '(__bgtaskctl_identifiers)'

# history
complete -c bgtaskctl -n '__fish_seen_subcommand_from history' -s n -l limit -x -d 'No more than so many; 50 where nothing else is said'
complete -c bgtaskctl -n '__fish_seen_subcommand_from history' -l since -x -d 'Only what began since then: yesterday, -2d, 2026-11-21 18:30'
complete -c bgtaskctl -n '__fish_seen_subcommand_from history' -l failed -d 'Only what did not end well'
complete -c bgtaskctl -n '__fish_seen_subcommand_from history' -l launch -d 'Only runs for which a program was started: how long each step took until its handler was called'
complete -c bgtaskctl -n '__fish_seen_subcommand_from history' -l all-users -d 'Those of other users as well (for root and the daemon\'s own user)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from history' -a '(__bgtaskctl_identifiers)'

# timeline
complete -c bgtaskctl -n '__fish_seen_subcommand_from timeline' -l since -x -d 'From then until now; 7d where nothing is said: 24h, yesterday, 2026-11-21'
complete -c bgtaskctl -n '__fish_seen_subcommand_from timeline' -l html -r -F -d 'Write it as a page of its own instead, in one step; - is standard output'
complete -c bgtaskctl -n '__fish_seen_subcommand_from timeline' -l prefix -x -a '(__bgtaskctl_identifiers)' -d 'Only identifiers that begin with this'
complete -c bgtaskctl -n '__fish_seen_subcommand_from timeline' -l failed -d 'Only tasks of which a run has failed in that time'
complete -c bgtaskctl -n '__fish_seen_subcommand_from timeline' -s n -l limit -x -d 'No more tasks than so many; 100 in a picture'
complete -c bgtaskctl -n '__fish_seen_subcommand_from timeline' -l all-users -d 'Those of other users as well (for root and the daemon\'s own user)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from timeline' -a '(__bgtaskctl_identifiers)'

# logs
complete -c bgtaskctl -n '__fish_seen_subcommand_from logs' -l run -x -d 'One run, of those that history lists; the beginning of its name is enough'
complete -c bgtaskctl -n '__fish_seen_subcommand_from logs' -l all-runs -d 'Without a journal: all runs that are still known, the oldest first'
complete -c bgtaskctl -n '__fish_seen_subcommand_from logs' -s f -l follow -d 'Go on with what is written from now on'
complete -c bgtaskctl -n '__fish_seen_subcommand_from logs' -s n -l lines -x -d 'The last so many lines'
complete -c bgtaskctl -n '__fish_seen_subcommand_from logs' -a '(__bgtaskctl_identifiers)'

# watch
complete -c bgtaskctl -n '__fish_seen_subcommand_from watch' -l prefix -x -a '(__bgtaskctl_identifiers)' -d 'Only identifiers that begin with this'
complete -c bgtaskctl -n '__fish_seen_subcommand_from watch' -l all-users -d 'Those of other users as well (for root and the daemon\'s own user)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from watch' -s n -l limit -x -d 'Exit after so many events'

# conditions
complete -c bgtaskctl -n '__fish_seen_subcommand_from conditions' -s f -l follow -d 'Show every change, until interrupted'

# simulate
complete -c bgtaskctl -n '__fish_seen_subcommand_from simulate' -l clear -d 'Give all fields back to the machine first'
complete -c bgtaskctl -n '__fish_seen_subcommand_from simulate' -a 'powerSource=external powerSource=battery powerSource=unknown batteryPercent= lowPowerMode=true lowPowerMode=false network=none network=metered network=unmetered network=unknown idle=true idle=false thermalPressure=true thermalPressure=false cpuPressure=true cpuPressure=false memoryPressure=true memoryPressure=false ioPressure=true ioPressure=false storageLow=true storageLow=false vpn=true vpn=false charging=true charging=false locked=true locked=false networkNames= users='

# wait-for
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l network -d 'Wait for a network'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l unmetered -d 'Wait for a network that is not paid for by volume'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l external-power -d 'Wait for power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l idle -d 'Wait for a machine that nobody uses'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l battery-not-low -d 'Wait for a battery that is not low, or power from outside'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l storage-not-low -d 'Wait for room on the disk'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l vpn -d 'Wait for a private network (VPN)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l when -x -d 'Wait until these hold: an expression, see bgtask-when(7)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l unknown-conditions -x -a 'proceed wait' -d 'What a condition of --when does that nobody reports: hold nothing back, or wait'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l timeout -x -d 'Wait no longer than this'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l on-timeout -x -a 'run fail' -d 'What happens then: run the program anyway, or exit with 75'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l if-unavailable -x -a 'run fail' -d 'What happens when no daemon answers: run the program after 10 s, or exit with 69 (the default)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -l name -x -d 'What waits, for bgtaskctl list; what for is said as well. With --when'
complete -c bgtaskctl -n '__fish_seen_subcommand_from wait-for' -F -a '(__fish_complete_command)'

# hold
complete -c bgtaskctl -n '__fish_seen_subcommand_from hold' -l limit -x -d 'No longer than this (1s to 10min; 30s)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from hold' -l why -x -d 'What for, for bgtaskctl list (the program\'s name)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from hold' -l if-unavailable -x -a 'run fail' -d 'What happens when no daemon waits: run the program all the same (the default), or exit with 69'
complete -c bgtaskctl -n '__fish_seen_subcommand_from hold' -F -a '(__fish_complete_command)'

# progress
complete -c bgtaskctl -n '__fish_seen_subcommand_from progress' -l subtitle -x -d 'More about what it is doing, for people'
complete -c bgtaskctl -n '__fish_seen_subcommand_from progress' -l run -x -d 'Speak for this run instead of the one that BGTASK_RUN_ID names'

# check
complete -c bgtaskctl -n '__fish_seen_subcommand_from check' -l type -x -a 'task manifest configuration' -d 'What the files are, where neither name nor sections say'
complete -c bgtaskctl -n '__fish_seen_subcommand_from check' -F

# import
complete -c bgtaskctl -n '__fish_seen_subcommand_from import' -l output-dir -r -a '(__fish_complete_directories)' -d 'Write NAME.task there instead of printing it'
complete -c bgtaskctl -n '__fish_seen_subcommand_from import' -l force -d 'Replace files of the same names'
complete -c bgtaskctl -n '__fish_seen_subcommand_from import' -a 'crontab timer anacrontab'

# manifest
complete -c bgtaskctl -n '__fish_seen_subcommand_from manifest' -l exec -r -F -d 'The program\'s absolute path, with arguments as in a unit'
complete -c bgtaskctl -n '__fish_seen_subcommand_from manifest' -l bundle-identifier -x -d 'What $(PRODUCT_BUNDLE_IDENTIFIER) stands for'
complete -c bgtaskctl -n '__fish_seen_subcommand_from manifest' -F

# calendar
complete -c bgtaskctl -n '__fish_seen_subcommand_from calendar' -s n -l iterations -x -d 'So many dates of each (5)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from calendar' -l base-time -x -d 'Dates after this one instead of now'

# act
complete -c bgtaskctl -n '__fish_seen_subcommand_from act' -l trigger -x -a 'failure success overdue' -d 'What has become of the task'
complete -c bgtaskctl -n '__fish_seen_subcommand_from act' -l of -x -a '(__bgtaskctl_identifiers)' -d 'The task'
complete -c bgtaskctl -n '__fish_seen_subcommand_from act' -l run -x -d 'The run that ended'
complete -c bgtaskctl -n '__fish_seen_subcommand_from act' -F -a '(__fish_complete_command)'

# probe

# look
complete -c bgtaskctl -n '__fish_seen_subcommand_from look' -F

# should-defer
complete -c bgtaskctl -n '__fish_seen_subcommand_from should-defer' -s q -l quiet -d 'Do not print the reason'
complete -c bgtaskctl -n '__fish_seen_subcommand_from should-defer' -l run -x -d 'Speak for this run instead of the one that BGTASK_RUN_ID names'

# complete
complete -c bgtaskctl -n '__fish_seen_subcommand_from complete' -l failure -d 'It was not done, and there is no use in going on'
complete -c bgtaskctl -n '__fish_seen_subcommand_from complete' -l run -x -d 'Speak for this run instead of the one that BGTASK_RUN_ID names'

# status
complete -c bgtaskctl -n '__fish_seen_subcommand_from status' -l check -d 'For monitoring: one line, and exit status 1 when something is wrong'

# metrics
complete -c bgtaskctl -n '__fish_seen_subcommand_from metrics' -l all-users -d 'Those of other users as well (for root and the daemon\'s own user)'
complete -c bgtaskctl -n '__fish_seen_subcommand_from metrics' -l output -r -F -d 'Write them to a file instead, in one step: for node_exporter\'s textfile collector'

# generate
complete -c bgtaskctl -n '__fish_seen_subcommand_from generate' -l check -d 'Write nothing, and say which services would wait, and for what'
complete -c bgtaskctl -n '__fish_seen_subcommand_from generate' -a '(__fish_complete_directories)'

# help
complete -c bgtaskctl -n '__fish_seen_subcommand_from help' -a 'submit list show explain edit cancel pause resume run start rerun expire history timeline logs watch conditions simulate wait-for hold progress check import manifest calendar act probe look read-files should-defer complete status metrics generate help version completion'

# completion
complete -c bgtaskctl -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
