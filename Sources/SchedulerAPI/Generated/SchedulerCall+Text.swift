// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

extension SchedulerCall {
  /// The text that describes the interface.
  static let text = #"""
    # Deferred background work. A task is submitted once and runs when its earliest-begin date has passed, its
    # requirements hold and the machine has room for it; it is told to stop when its time is up.
    #
    # Messages. This is Varlink (varlink.org): over a Unix stream socket each message is one JSON object and a
    # NUL byte.
    #
    #   call    {"method":"io.bgtaskd.Scheduler.Cancel","parameters":{"identifier":"org.example.backup"}}
    #   reply   {"parameters":{}}
    #   error   {"error":"io.bgtaskd.Scheduler.NoSuchTask","parameters":{"identifier":"org.example.backup"}}
    #
    # Calls may be sent ahead of their replies; replies come in the order of the calls. A call with
    # "more":true takes any number of replies, of which all but the last say "continues":true; Watch and
    # Register reply for as long as the connection lives, so they are the last call of theirs. A call with
    # "oneway":true takes none, and cannot take many. A field that may be absent (?) may be null as well. In
    # calls an unknown field is an error; in replies expect fields that are not declared here: later versions
    # add some.
    #
    # Bounds of a message: 1 MiB, 32 levels of objects and arrays, strings of UTF-8 without NUL. What is
    # longer or malformed gets org.varlink.service.InvalidParameter; what is too long ends the connection as
    # well. A user has up to 256 connections, 64 calls that wait for their reply, 32 calls of Watch and of
    # GetConditions with more; further connections and streams are refused with Unavailable, further calls
    # wait.
    #
    # Times are integers, microseconds: names ending in USec that speak of a date count from the Unix epoch
    # (CLOCK_REALTIME), up to the end of the year 9999; names ending in DurationUSec are lengths, up to 100
    # years.
    #
    # Marks. What is said of a method in parentheses, before all else: read-only, it changes nothing, and may
    # be called again when the connection ended before the reply; more, it may be called with "more":true;
    # needs more, it is refused without (org.varlink.service.ExpectedMore); privileged, it is for root and for
    # the user that the daemon itself runs as.
    #
    # A caller is known by the credentials of its end of the socket (SO_PEERCRED). Identifiers are unique per
    # user; a caller sees and changes its own user's tasks.
    #
    # Errors. A method says which of this interface's errors it gives. Besides, each may give those of
    # org.varlink.service: InvalidParameter for what is malformed, MethodNotFound, ExpectedMore. A connection
    # for which there is no room gets Unavailable as its only message.
    #
    # Examples. They show the parameters of calls, replies and errors. A line with more is a call with
    # "more":true; a reply with a method's name before it comes on that call's connection. … stands for what
    # is left out: {…} an object, […] an array, "…" a text, ,…} further members. All of them are one
    # story, in the order in which they stand, each call on a connection of its own, with a manifest
    # feeds.conf that permits org.example.feeds.*. Dates, users, cursors and the names of runs and
    # registrations differ each time.
    interface io.bgtaskd.Scheduler

    # refresh: a short, frequent update (about 30 s). processing: minutes or hours, at a quiet time.
    # continued: started by a person now, shows progress, goes on in the background.
    type Kind (refresh, processing, continued)

    # waiting: date or requirements not met yet. launching: its application is being started.
    # running: it works. expiring: it was told to stop and has its grace period.
    type TaskState (waiting, launching, running, expiring)

    # What becomes of a submission whose identifier is already pending.
    type ConflictPolicy (replace, keep, fail)

    # What happens when deadlineUSec passes and the task has not begun: keep waiting, run it even though
    # requirements do not hold, or drop it (it ends as missed).
    type DeadlinePolicy (wait, run, drop)

    # What a continued request wants when it cannot start at once: wait for its turn, or fail with
    # ImmediateRunIneligible.
    type SubmissionStrategy (queue, fail)

    # How the pauses between attempts grow. none: there is no other attempt, whatever became of the first;
    # only what the machine's sleep or shutdown interrupted begins again. The lengths and maximumAttempts mean
    # nothing then.
    type Backoff (none, linear, exponential)

    # How a task is tried again after a failure.
    type Retry (
      # How the pauses grow.
      backoff: Backoff,
      # The first pause (0 to 3162240000000000). Absent: 30 s, or the longest if that is shorter.
      initialDurationUSec: ?int,
      # No pause is longer, and it is no shorter than the first (1 to 3162240000000000). Absent: 5 h, or the
      # first if that is longer.
      maximumDurationUSec: ?int,
      # Attempts in all, the first included (1 to 1000). Absent: 10.
      maximumAttempts: ?int
    )

    # A program to run, as the user who submits it.
    type Command (
      # The program, by its absolute path, and its arguments (1 to 1024 elements), together up to 128 KiB.
      # They can be read by every user while the program runs.
      argv: []string,
      # Where it runs, an absolute path (up to 4095 bytes). Absent: the user's home.
      workingDirectory: ?string,
      # What is added to its environment (up to 256 elements), together up to 128 KiB. Names that begin with
      # BGTASK are the daemon's.
      environment: ?[string]string
    )

    # What is submitted. A field that is absent means what is said here.
    type TaskRequest (
      # Unique per user among what is pending: parts of ASCII letters, digits, '-' and '_' with single dots
      # between them, no '-' at the beginning (1 to 255 bytes).
      identifier: string,
      # The kind of work.
      kind: Kind,
      # Never earlier than this date (0 to 253402300799999999). Absent: at once.
      earliestBeginUSec: ?int,
      # When it should have begun, a date no earlier than earliestBeginUSec (0 to 253402300799999999). Absent:
      # none.
      deadlineUSec: ?int,
      # What happens when the deadline passes first. Absent: wait.
      onDeadline: ?DeadlinePolicy,
      # Needs a network. Absent: false.
      requiresNetworkConnectivity: ?bool,
      # Needs a network that is not paid for by volume. Absent: false.
      requiresUnmeteredNetwork: ?bool,
      # Needs power from outside. Absent: false.
      requiresExternalPower: ?bool,
      # Needs a machine that nobody uses. Absent: for processing work as ProcessingRequiresIdle= says, else
      # false.
      requiresIdle: ?bool,
      # Needs a battery above the low mark, or power from outside. Absent: false.
      requiresBatteryNotLow: ?bool,
      # Needs room on the disk. Absent: false.
      requiresStorageNotLow: ?bool,
      # Needs a private network (VPN). Absent: false.
      requiresVPN: ?bool,
      # How long a run may take, up to what the administrator allows (1 to 3162240000000000). Absent: the
      # kind's limit.
      runtimeLimitDurationUSec: ?int,
      # Begins again every so often (1000000 to 3162240000000000). Absent: once.
      repeatDurationUSec: ?int,
      # How much later it may begin for the sake of a shared wake-up (0 to 3162240000000000). Absent: 0.
      toleranceDurationUSec: ?int,
      # How it is tried again after a failure. Absent: not at all.
      retry: ?Retry,
      # What happens when the identifier is pending already. Absent: replace.
      onConflict: ?ConflictPolicy,
      # The program to run. Absent: the task is for the application that handles the identifier, unless there
      # is a unit.
      command: ?Command,
      # What it is, for people: one line (up to 255 bytes).
      title: ?string,
      # More about it, for people: one line (up to 255 bytes).
      subtitle: ?string,
      # What people call it, in lists and in the journal: one line (up to 64 bytes).
      label: ?string,
      # Only where kind is continued: what it wants when there is no room. Absent: queue.
      strategy: ?SubmissionStrategy,
      # An existing unit of systemd (NAME.service) that is started instead of a command, in the system's
      # instance for root only; its activity is the run (9 to 255 bytes).
      unit: ?string,
      # So long the work stands still when a requirement is lost, in the hope that it comes back, before it is
      # told to stop (1 to 3162240000000000). Absent: it is told at once. Only where programs are units of
      # systemd.
      freezeDurationUSec: ?int,
      # The machine is kept from going to sleep by itself while a run lasts and power comes from outside.
      # Absent: false.
      preventsSleep: ?bool,
      # A run is frozen with a machine that goes to sleep instead of being told to stop. Absent: yes with a
      # command, no without.
      sleepsThrough: ?bool
    )

    # How far a run is.
    type Progress (
      # Units done (0 to 9223372036854775807).
      completedUnitCount: int,
      # Units in all; 0 is not known (0 to 9223372036854775807).
      totalUnitCount: int,
      # What it is doing, for people: one line (up to 255 bytes).
      title: ?string,
      # More about it, for people: one line (up to 255 bytes).
      subtitle: ?string
    )

    # A pending or running task.
    type Task (
      # What was submitted; the dates of a repeating task are those of its next run.
      request: TaskRequest,
      # Whose it is (0 to 4294967295).
      uid: int,
      # Where it is on its way.
      state: TaskState,
      # When it was accepted, a date.
      submittedUSec: int,
      # The number of its next run, or of the one that it is in; from 1.
      attempt: int,
      # Its run, unless it waits.
      runId: ?string,
      # How far its run is.
      progress: ?Progress,
      # The first reason why it waits; Explain gives all of them. Of a running task: why its work stands
      # still.
      reason: ?Reason,
      # When its run was launched.
      startedUSec: ?int,
      # The file that asks for it (tasks.d), for what nobody submitted. Submit and SubmitBatch refuse its
      # identifier (NotPermitted).
      declaredIn: ?string,
      # The name of the manifest that permits its identifier, where an application handles it; said by Submit,
      # List and Get.
      application: ?string
    )

    # How a run ended. completed: it reported an end (see success). expired: its time was up or a requirement
    # was lost, and it stopped within its grace period. killed: it did not. cancelled: by its owner.
    # interrupted: its process or the daemon died. launchFailed: it could not be started. missed: its deadline
    # passed and its policy was to drop it.
    type Outcome (completed, expired, killed, cancelled, interrupted, launchFailed, missed)

    # Why a run was told to stop, or a task is not running. The strings in Reason.code are listed in Status.
    # sinceUSec is when it began to hold.
    type Reason (
      # One of reasonCodes of Status.
      code: string,
      # For people: one sentence.
      message: string,
      # What is required.
      required: ?string,
      # What is so instead.
      observed: ?string,
      # When it began to hold, a date.
      sinceUSec: ?int
    )

    # A past or present run.
    type Run (
      # Its name.
      runId: string,
      # The task's identifier.
      identifier: string,
      # Whose it is (0 to 4294967295).
      uid: int,
      # The task's kind.
      kind: Kind,
      # Which attempt it is, from 1.
      attempt: int,
      # When it was launched, a date.
      startedUSec: int,
      # When it ended, a date; absent while it lasts.
      endedUSec: ?int,
      # How it ended; absent while it lasts.
      outcome: ?Outcome,
      # What it reported, or what its exit status says.
      success: ?bool,
      # The exit status of its program (-2147483648 to 2147483647).
      exitStatus: ?int,
      # Why it was told to stop, or why it failed.
      stopReason: ?Reason,
      # Its last progress report.
      progress: ?Progress,
      # The name of the signal that ended its program (SIGSEGV).
      signal: ?string,
      # How long it lasted, by a clock that is never set and without the time that the machine slept: the
      # dates above may be of a clock that was set meanwhile. Absent while it lasts, and where nobody looked.
      durationUSec: ?int
    )

    # Where power comes from.
    type PowerSource (external, battery, unknown)
    # What the network is, and whether its traffic is paid for by volume.
    type NetworkAccess (none, metered, unmetered, unknown)

    # What the scheduler believes about the machine now. simulated names the fields that a simulation sets,
    # unknown those that no source reports (their bools say false, idle says true; batteryPercent is just
    # absent). unmet has the reason codes of the requirements that do not hold now, when changes have settled.
    type Conditions (
      # Where power comes from.
      powerSource: PowerSource,
      # How full the batteries are, 0 to 100.
      batteryPercent: ?int,
      # A power-saver profile is on.
      lowPowerMode: bool,
      # Whether there is a network.
      network: NetworkAccess,
      # Nobody is using the machine.
      idle: bool,
      # The machine is too hot.
      thermalPressure: bool,
      # Tasks stall for want of a processor.
      cpuPressure: bool,
      # Tasks stall for want of memory.
      memoryPressure: bool,
      # Tasks stall for want of a disk.
      ioPressure: bool,
      # The disk is nearly full.
      storageLow: bool,
      # The fields that a simulation sets.
      simulated: []string,
      # The reason codes of the requirements that do not hold now, when changes have settled.
      unmet: ?[]string,
      # The fields that no source reports.
      unknown: ?[]string,
      # The network leads through a private one (VPN). Absent: no source reports it.
      vpn: ?bool
    )

    # What became of one request of a batch.
    type SubmitResult (
      # What was accepted.
      task: ?Task,
      # The error's name, with its interface, when it was refused.
      error: ?string,
      # The field that it is about, of InvalidRequest.
      field: ?string,
      # For people.
      message: ?string
    )

    # Keeps a task. When the reply comes it is on disk.
    #
    # Errors: InvalidRequest (field says which value), NotPermitted (the identifier is not this user's to use,
    # or is a file's), TooManyPendingTaskRequests, AlreadyPending (where onConflict is fail),
    # ImmediateRunIneligible (where strategy is fail), PermissionDenied (who may submit, the administrator
    # says), Unavailable (also where there is no room: the user's pending tasks take all the bytes that they
    # may, MaxPendingBytesPerUser=, or the last of the disk is kept for what has happened,
    # StateReserveBytes=).
    #
    #   call  Submit {"request":{"identifier":"org.example.hello","kind":"processing",
    #           "command":{"argv":["/bin/echo","hello"]}}}
    #   reply {"task":{"attempt":1,"request":{"command":{"argv":["/bin/echo","hello"]},
    #           "identifier":"org.example.hello","kind":"processing","requiresIdle":false},
    #           "runId":"d19b746bdcce4b0f8a6c5e3f20918273","startedUSec":1767225600000000,
    #           "state":"launching","submittedUSec":1767225600000000,"uid":1000}}
    #   call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
    #           "earliestBeginUSec":4102444800000000,"command":{"argv":["/usr/bin/true"]}}}
    #   reply {"task":{"attempt":1,"reason":{"code":"earliestBegin",…},"request":{…},"state":"waiting",
    #           "submittedUSec":1767225600000000,"uid":1000}}
    #   call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
    #           "command":{"argv":["/usr/bin/true"]}}}
    #   error AlreadyPending {"identifier":"org.example.backup"}
    #   call  Submit {"request":{"identifier":"org.example.backup","kind":"refresh","command":{"argv":[]}}}
    #   error InvalidRequest {"field":"command.argv","message":"found 0 elements, allowed are 1 to 1024"}
    method Submit(
      # What is submitted.
      request: TaskRequest
    ) -> (
      # What was accepted, or with onConflict keep what was there.
      task: Task
    )

    # Many at once, in one durable commit. What is wrong with one of them is in its result, and does not keep
    # the others from being accepted.
    #
    # Errors: InvalidRequest (about the number of them), PermissionDenied, Unavailable. In results: those of
    # Submit.
    #
    #   call  SubmitBatch {"requests":[{"identifier":"org.example.index","kind":"processing",
    #           "earliestBeginUSec":4102444800000000,"command":{"argv":["/bin/sleep","600"]}},
    #           {"identifier":"org.example.mail","kind":"refresh"}]}
    #   reply {"results":[{"task":{…}},{"error":"io.bgtaskd.Scheduler.NotPermitted","message":"…"}]}
    method SubmitBatch(
      # What is submitted (up to 1000 elements).
      requests: []TaskRequest
    ) -> (
      # One for each request, in their order.
      results: []SubmitResult
    )

    # (read-only) One task.
    #
    # Errors: InvalidRequest, NoSuchTask, Unavailable.
    #
    #   call  Get {"identifier":"org.example.backup"}
    #   reply {"lastRuns":[],"task":{"attempt":1,"reason":{…},"request":{…},"state":"waiting",…}}
    #   call  Get {"identifier":"org.example.hello"}
    #   error NoSuchTask {"identifier":"org.example.hello"}
    method Get(
      # Its identifier.
      identifier: string
    ) -> (
      # The task, with its whole request.
      task: Task,
      # Its last runs, newest first, five at most.
      lastRuns: []Run
    )

    # (read-only) Why a task is not running now: every reason, not only the first.
    #
    # Errors: InvalidRequest, NoSuchTask.
    #
    #   call  Explain {"identifier":"org.example.backup"}
    #   reply {"canProceed":false,"forecastUSec":4102444800000000,"reasons":[{"code":"earliestBegin",
    #           "message":"its earliest begin date has not come",…}]}
    method Explain(
      # Its identifier.
      identifier: string
    ) -> (
      # Nothing keeps it from beginning, or it runs.
      canProceed: bool,
      # All that keeps it, what Task.reason says first.
      reasons: []Reason,
      # The earliest moment at which it could begin as far as dates alone decide. Absent: none is known.
      forecastUSec: ?int
    )

    # (read-only, more) Pending and running tasks, by name; allUsers is for privileged callers.
    #
    # With more: one reply per page, until all is told. Without more: one page of at most limit tasks, from
    # where the cursor of an earlier reply says; the reply has a cursor when there are more. With none of the
    # three, all in one reply, or TooLarge. A cursor is the daemon's own text, good for whoever got it, and
    # stays good whatever happens meanwhile: what is submitted behind it comes, what was before it does not
    # come again. Of a task whose request is damaged in the state file there is only what the scheduler itself
    # knows, with the reason damaged.
    #
    # Errors: InvalidRequest, PermissionDenied, TooLarge.
    #
    #   call  List {"identifierPrefix":"org.example.","limit":1}
    #   reply {"cursor":"0:2:org.example.backup","tasks":[{"attempt":1,…}]}
    #   call  List {"identifierPrefix":"org.example.","limit":1,"cursor":"0:2:org.example.backup"}
    #   reply {"tasks":[{"attempt":1,…}]}
    #   more  List {}
    #   reply {"tasks":[{"attempt":1,…},{"attempt":1,…}]}
    method List(
      # Only tasks whose identifiers begin so. Absent: all.
      identifierPrefix: ?string,
      # Everybody's. Absent: false, the caller's.
      allUsers: ?bool,
      # How many at most (1 to 9223372036854775807). Absent: all, in one reply or in pages as said above.
      limit: ?int,
      # Where the page begins, from an earlier reply. Absent: with the first.
      cursor: ?string
    ) -> (
      # The tasks.
      tasks: []Task,
      # Where the next page begins. Absent: there are no more, or another reply follows.
      cursor: ?string
    )

    # Ends a pending task; a running one is told to stop (reason cancelled).
    #
    # Errors: InvalidRequest, NoSuchTask, Unavailable (what runs is told to stop all the same).
    #
    #   call  Cancel {"identifier":"org.example.backup"}
    #   reply {}
    #   call  Cancel {"identifier":"org.example.backup"}
    #   error NoSuchTask {"identifier":"org.example.backup"}
    method Cancel(
      # Its identifier.
      identifier: string
    ) -> (
      # The file that asks for it. It comes back when that file changes or the files are reloaded.
      declaredIn: ?string
    )

    # Ends all of the caller's tasks, as Cancel does.
    #
    # Errors: Unavailable (what runs is told to stop all the same).
    #
    #   call  CancelAll {}
    #   reply {"count":1}
    method CancelAll() -> (
      # How many there were.
      count: int
    )

    # (needs more) The caller handles these identifiers for as long as the connection lives. The first reply
    # confirms it; each reply that follows has a launch or an expire.
    #
    # An identifier that ends in .* stands for all that it covers and that nobody handles by a name or by a
    # longer one. When several connections handle an identifier, the newest gets the next launch. A run of
    # runs goes on with this connection; one that is over for the daemon gets an expire, and must not go on.
    #
    # Errors: InvalidRequest (also where the connection has registered already), NotPermitted (no manifest, or
    # another one, permits an identifier), NoSuchRun (what runs names cannot be a run), Unavailable (the
    # connection has another call whose replies end only with it).
    #
    #   more  Register {"application":"feeds","identifiers":["org.example.feeds.*"]}
    #   reply {"application":"feeds","registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586"}
    #   call  Submit {"request":{"identifier":"org.example.feeds.refresh","kind":"refresh"}}
    #   reply {"task":{"application":"feeds","attempt":1,"request":{…},"state":"launching",…}}
    #   reply Register {"launch":{"limitUSec":30000000,"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f",
    #           "task":{"attempt":1,"request":{"identifier":"org.example.feeds.refresh","kind":"refresh",
    #           "requiresIdle":false},"state":"running",…}}}
    method Register(
      # The name of the manifest that permits the identifiers, or empty for whichever does.
      application: string,
      # What it handles (up to 10000 elements), one or more.
      identifiers: []string,
      # The runs that it was given before, by this daemon or the one before it, and still works on (up to
      # 10000 elements). Absent: none.
      runs: ?[]string
    ) -> (
      # A run to do: its name, the task with its whole request, and how long it may take, in microseconds.
      launch: ?(runId: string, task: Task, limitUSec: int),
      # A run to stop: its name, why, and how long it has for that before it counts as killed.
      expire: ?(runId: string, reason: Reason, graceDurationUSec: int),
      # The registration's name, for AddIdentifiers; in the first reply.
      registration: ?string,
      # The application's name; in the first reply.
      application: ?string
    )

    # The caller's registration handles these identifiers as well.
    #
    # Errors: InvalidRequest (also for a registration that is none), NotPermitted.
    #
    #   call  AddIdentifiers {"registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586",
    #           "identifiers":["org.example.feeds.cleanup"]}
    #   reply {}
    #   call  AddIdentifiers {"registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586",
    #           "identifiers":["org.example.mail"]}
    #   error NotPermitted {"identifier":"org.example.mail","message":"…"}
    method AddIdentifiers(
      # Which it is, from the first reply of Register.
      registration: string,
      # What it handles besides (up to 10000 elements), one or more.
      identifiers: []string
    ) -> ()

    # active: its user works with it. inactive: it can be seen. background: neither.
    type ApplicationState (active, inactive, background)

    # Says how much the application is in use, for as long as the connection lives or until it says something
    # else. Meanwhile active and inactive ones get no launch for refresh and processing tasks.
    #
    # Errors: InvalidRequest (there is no such manifest).
    #
    #   call  SetApplicationState {"application":"feeds","state":"background"}
    #   reply {}
    method SetApplicationState(
      # The name of its manifest.
      application: string,
      # How much it is in use; at first background.
      state: ApplicationState
    ) -> ()

    # (read-only) Whether a run of the caller's user should save its work and come back later: it was told to
    # stop, or what it needs is gone.
    #
    # Errors: NoSuchRun.
    #
    #   call  ShouldDefer {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
    #   reply {"shouldDefer":false}
    method ShouldDefer(
      # Which run.
      runId: string
    ) -> (
      # It should.
      shouldDefer: bool,
      # Why it should.
      reason: ?Reason
    )

    # How far a run of the caller's user is; it is told to those who watch, several times a second at most.
    #
    # Errors: InvalidRequest, NoSuchRun.
    #
    #   call  ReportProgress {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f",
    #           "progress":{"completedUnitCount":3,"totalUnitCount":7,"title":"Reading feeds"}}
    #   reply {}
    method ReportProgress(
      # Which run.
      runId: string,
      # How far it is.
      progress: Progress
    ) -> ()

    # A run of the caller's user has reached its end. Of a program that the daemon started for a command this
    # says its success, and its exit is the end.
    #
    # Errors: NoSuchRun (it is not known, or has ended already), Unavailable (an application's run is over all
    # the same).
    #
    #   call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
    #   reply {}
    #   call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
    #   error NoSuchRun {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
    method Complete(
      # Which run.
      runId: string,
      # It did what it was to do; otherwise its task may be tried again (retry).
      success: bool
    ) -> ()

    # (read-only, more) Past and present runs, newest first; allUsers is for privileged callers.
    #
    # With more: one reply per page, until limit runs or all that are kept are told. Without more: one page;
    # the reply has a cursor when there are more.
    #
    # Errors: InvalidRequest, PermissionDenied, Unavailable.
    #
    #   call  History {"identifier":"org.example.hello"}
    #   reply {"runs":[{"attempt":1,"durationUSec":5000,"endedUSec":1767225600025000,"exitStatus":0,
    #           "identifier":"org.example.hello","kind":"processing","outcome":"completed",
    #           "runId":"d19b746bdcce4b0f8a6c5e3f20918273","startedUSec":1767225600020000,"success":true,
    #           "uid":1000}]}
    #   call  History {"limit":1}
    #   reply {"cursor":"2","runs":[{"identifier":"org.example.feeds.refresh",…}]}
    method History(
      # Only runs of this task. Absent: of all.
      identifier: ?string,
      # How many at most (1 to 9223372036854775807). Absent: 50, with more all.
      limit: ?int,
      # Everybody's. Absent: false, the caller's.
      allUsers: ?bool,
      # Where the page begins, from an earlier reply. Absent: with the newest.
      cursor: ?string
    ) -> (
      # The runs.
      runs: []Run,
      # Where the next page begins. Absent: there are no more, or another reply follows.
      cursor: ?string
    )

    # (read-only) What a run wrote, its last 64 KiB, in UTF-8.
    #
    # Errors: NoSuchRun, Unavailable.
    #
    #   call  Output {"runId":"d19b746bdcce4b0f8a6c5e3f20918273"}
    #   reply {"inJournal":false,"output":"hello\n","truncated":false}
    method Output(
      # Which run.
      runId: string
    ) -> (
      # What it wrote.
      output: string,
      # There was more.
      truncated: bool,
      # The journal has it instead, under BGTASK_RUN_ID.
      inJournal: bool
    )

    # (needs more) Says what happens from now on, one event a reply; allUsers is for privileged callers. Who
    # reads so slowly that more than 4 MiB wait is disconnected. The events:
    #
    #   with task and its whole request, as far as that can be read:
    #     submitted             It was accepted.
    #     replaced              It was accepted in the place of one that waited.
    #     cancelled             It waited, and its owner has ended it.
    #     withdrawn             It waited, and its file asks for it no more.
    #     held                  It has become due and waits on, or what it waits for has changed.
    #     overdue               Its deadline has passed, and it waits on.
    #     damaged               Its request cannot be read; reason says where.
    #   with run:
    #     launching             Its program is being started.
    #     running               Its program works.
    #     progress              It has said how far it is.
    #     frozen, thawed        Its work stands still for the sake of a requirement; it goes on.
    #     expiring              It was told to stop; stopReason says why.
    #     killing               It did not stop within its grace period.
    #     ended                 outcome says how.
    #     gaveUp                It has failed, and there is no further attempt.
    #     completedTwice        It has reported its end again, which counts for nothing.
    #   with conditions:
    #     conditions            They have changed.
    #   with nothing else; the journal says more:
    #     declarationRefused    What a file asks for cannot be accepted.
    #     applicationFailing    An application's program cannot be started, or does not register.
    #     applicationRecovered  It has registered again.
    #     departing             The machine goes to sleep or down.
    #     departureOver         It is back, or has stayed.
    #     storeFailed           The disk takes nothing.
    #     storeRecovered        It does again.
    #
    # Errors: PermissionDenied, Unavailable (too many such calls, or the connection has one already).
    #
    #   more  Watch {"identifierPrefix":"org.example."}
    #   call  Submit {"request":{"identifier":"org.example.hello","kind":"processing","title":"Hello",
    #           "command":{"argv":["/bin/echo","hello"]}}}
    #   reply {"task":{…}}
    #   reply Watch {"event":"submitted","task":{"attempt":1,"request":{"command":{"argv":["/bin/echo",
    #           "hello"]},"identifier":"org.example.hello","kind":"processing","requiresIdle":false,
    #           "title":"Hello"},…},"timeUSec":1767225600000000}
    #   reply Watch {"event":"launching","run":{"attempt":1,"identifier":"org.example.hello",…},
    #           "timeUSec":1767225600000000}
    #   reply Watch {"event":"ended","run":{"outcome":"completed",…},"timeUSec":1767225600000000}
    method Watch(
      # Only events of tasks whose identifiers begin so, and those that are about no task. Absent: all.
      identifierPrefix: ?string,
      # Everybody's. Absent: false, the caller's.
      allUsers: ?bool
    ) -> (
      # What happened.
      event: string,
      # When, a date.
      timeUSec: int,
      # The task that it happened to.
      task: ?Task,
      # The run that it happened to.
      run: ?Run,
      # What the scheduler believes about the machine now.
      conditions: ?Conditions
    )

    # (read-only, more) What the scheduler believes about the machine. With more: now and at every change, for
    # as long as the connection lives.
    #
    # Errors: Unavailable (with more: too many such calls, or the connection has one already).
    #
    #   more  GetConditions {}
    #   reply {"conditions":{"cpuPressure":false,"idle":true,"ioPressure":false,"lowPowerMode":false,
    #           "memoryPressure":false,"network":"unmetered","powerSource":"external","simulated":[…],
    #           "storageLow":false,"thermalPressure":false,"unknown":[…],"unmet":[…],…}}
    method GetConditions() -> (
      # What it believes.
      conditions: Conditions
    )

    # (privileged) Sets conditions for a test, and leaves the others to the real sources. Only where the
    # configuration allows simulation (AllowSimulation=).
    #
    # Errors: InvalidRequest, PermissionDenied, SimulationDisabled.
    #
    #   call  SimulateConditions {"conditions":{"powerSource":"battery","batteryPercent":"62"}}
    #   reply {"conditions":{"batteryPercent":62,"powerSource":"battery",…}}
    #   reply GetConditions {"conditions":{"batteryPercent":62,"powerSource":"battery",…}}
    #   reply Watch {"conditions":{"powerSource":"battery",…},"event":"conditions",
    #           "timeUSec":1767225600000000}
    #   call  SimulateConditions {"conditions":{"powerSource":"sunlight"}}
    #   error InvalidRequest {"field":"conditions.powerSource","message":"…"}
    method SimulateConditions(
      # Values by the names of Conditions: true, yes, false, no; 0 to 100; a name; for each of them unknown.
      conditions: [string]string,
      # Gives all conditions back to their real sources first. Absent: false.
      clear: ?bool
    ) -> (
      # What the scheduler believes then.
      conditions: Conditions
    )

    # Starts a pending task now, whatever its date and requirements.
    #
    # Errors: InvalidRequest (also where an earlier run of it still goes on), NoSuchTask, Unavailable (no room
    # for another run, nobody to do it, or the machine goes to sleep).
    #
    #   call  Submit {"request":{"identifier":"org.example.index","kind":"processing",
    #           "earliestBeginUSec":4102444800000000,"command":{"argv":["/bin/sleep","600"]}}}
    #   reply {"task":{…}}
    #   call  SimulateLaunch {"identifier":"org.example.index"}
    #   reply {"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6"}
    method SimulateLaunch(
      # Its identifier.
      identifier: string
    ) -> (
      # The run that it began.
      runId: string
    )

    # Tells a running task that its time is up.
    #
    # Errors: InvalidRequest, NoSuchTask (it does not run).
    #
    #   call  SimulateExpiration {"identifier":"org.example.index"}
    #   reply {}
    #   reply Watch {"event":"expiring","run":{"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6",
    #           "stopReason":{"code":"simulated","message":"its expiration was simulated",…},…},
    #           "timeUSec":1767225600000000}
    method SimulateExpiration(
      # Its identifier.
      identifier: string
    ) -> ()

    # What a user has now of what all callers share (connections, calls, bytes), by the names of
    # accountBounds.
    type Account (
      # The user (0 to 4294967295).
      uid: int,
      # How much of each, by name.
      uses: [string]int
    )

    # (read-only) How the daemon is.
    #
    #   call  Status {}
    #   reply {"accountBounds":{…},"accounts":[…],"counters":{…},"outputInJournal":false,"pending":0,
    #           "pid":4711,"reasonCodes":[…],"running":0,"startedUSec":1767225600000000,"version":"…"}
    method Status() -> (
      # Its version.
      version: string,
      # When it started, a date.
      startedUSec: int,
      # Tasks that wait.
      pending: int,
      # Tasks that run.
      running: int,
      # Every code that a reason may have.
      reasonCodes: []string,
      # What it counted since it started.
      counters: [string]int,
      # Its process.
      pid: ?int,
      # Why nothing can be stored now, while that is so.
      storeFailure: ?string,
      # What runs write is in the journal, under BGTASK_IDENTIFIER and BGTASK_RUN_ID, and not kept for Output.
      outputInJournal: ?bool,
      # The caller's account; all that have something, for privileged callers.
      accounts: ?[]Account,
      # How much one user may have.
      accountBounds: ?[string]int,
      # What is damaged in the state file, one line each, at most 20: of the caller's own, for privileged
      # callers of everybody's. These tasks are held (reason damaged) until bgtaskd --recover has mended the
      # file.
      damaged: ?[]string
    )

    # The identifier is not this user's to use: no manifest permits it, or a file declares it. message says
    # which.
    error NotPermitted (identifier: string, message: string)

    # limit requests of the user are pending already.
    error TooManyPendingTaskRequests (identifier: string, limit: int)

    # The daemon cannot do it now; message says why, and what would help.
    error Unavailable (message: string)

    # A continued request that may not wait cannot start at once; message says why.
    error ImmediateRunIneligible (identifier: string, message: string)

    # A value is out of its bounds. field is its dotted path within the request (retry.maximumAttempts,
    # command.argv[0]); message says what was found and what is allowed. What does not fit this file at all
    # gets org.varlink.service.InvalidParameter, whose paths begin at the parameters (request.retry.backoff).
    error InvalidRequest (field: string, message: string)

    # Nothing of that name is pending or running.
    error NoSuchTask (identifier: string)

    # There is no run of that name that the caller may see.
    error NoSuchRun (runId: string)

    # The identifier is pending, and the request says fail.
    error AlreadyPending (identifier: string)

    # The call is for others; message says for whom.
    error PermissionDenied (message: string)

    # The answer would be longer than limit bytes. It comes in pages with more, or with limit and cursor.
    error TooLarge (limit: int, message: string)

    # The configuration does not allow simulation (AllowSimulation=).
    error SimulationDisabled ()

    """#
}
