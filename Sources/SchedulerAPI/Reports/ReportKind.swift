/// A kind of report: a journal entry, an event for `Watch`, or both.
/// The raw value is the kind's name.
package enum ReportKind: String, CaseIterable, Sendable {
  // Reports of tasks that wait.

  case submitted
  case replaced
  case cancelled
  case withdrawn
  case held
  case overdue
  case actionFailed
  case damaged
  case declarationRefused

  // Reports of runs.

  case launching
  case running
  case progress
  case frozen
  case thawed
  case expiring
  case killing
  case ended
  case missed
  case leaseLost
  case gaveUp
  case completedTwice
  case slowLaunch

  // Reports of applications, the machine, the disk.

  case applicationFailing
  case applicationRecovered
  case paused
  case resumed
  case assertionBegan
  case assertionExpiring
  case assertionOverstayed
  case conditions
  case departing
  case departureOver
  case storeFailed
  case storeRecovered

  // Reports of the daemon itself.

  case started
  case stopping
  case reloaded
  case reloadFailed
  case connectionRefused
  case connectionDropped
  case suppressed

  /// The name of the event for `Watch`; `nil` for a kind that only the journal has.
  package var event: String? {
    switch self {
    case .missed, .leaseLost: Self.ended.rawValue
    case .actionFailed, .assertionBegan, .assertionExpiring, .assertionOverstayed, .started, .stopping,
      .reloaded, .reloadFailed, .connectionRefused, .connectionDropped, .suppressed:
      nil
    default: rawValue
    }
  }

  /// The message of the journal and of its catalog; `nil` for a kind that is too frequent for the journal.
  package var message: Message? {
    switch self {
    // Reports of tasks that wait.

    case .submitted:
      Message(
        "5791450212e54898a87a8838b516baa6", .info, "A task was submitted",
        """
        The task @BGTASK_IDENTIFIER@ of user @BGTASK_UID@ was accepted and is on disk. The line
        says what it waits for, if it does.

        `bgtaskctl explain @BGTASK_IDENTIFIER@` says what it waits for now.
        """)
    case .replaced: Self.submitted.message
    case .cancelled:
      Message(
        "8f0f436d64aa4e44ab667679c721b863", .info, "A waiting task was cancelled",
        """
        The owner of @BGTASK_IDENTIFIER@ ended the task before it began. The owner may submit it
        again.
        """)
    case .withdrawn:
      Message(
        "971166e523d04f0baee1d8261bda4004", .info, "A declared task was withdrawn",
        """
        The file in tasks.d that asked for @BGTASK_IDENTIFIER@ is gone, is hidden, or asks for
        something else. The task was waiting, and has ended.

        If this was not intended, put the file back and `systemctl reload bgtaskd`.
        """)
    case .held:
      Message(
        "1fe4ea728e22fb3a7ab2d302a1de1941", .info, "Task @BGTASK_IDENTIFIER@ waits", manual: "bgtaskctl(1)",
        """
        The task is due and waits, or the reasons why it waits have changed. The message has all
        reasons; BGTASK_REASON is the first. The task begins by itself when none is left.

        `bgtaskctl explain @BGTASK_IDENTIFIER@` says what the task waits for now. `bgtaskctl run
        @BGTASK_IDENTIFIER@` starts it all the same.
        """)
    case .overdue:
      Message(
        "09cc103bdf664f0083f54751bf5933c6", .warning, "A task is overdue",
        """
        The deadline of @BGTASK_IDENTIFIER@ passed before it could begin, or it has had no success
        for as long as it may (OverdueAfter=). It keeps waiting, or begins now in spite of its
        requirements, as its request says.

        `bgtaskctl explain @BGTASK_IDENTIFIER@` says what it still waits for, and `bgtaskctl history
        @BGTASK_IDENTIFIER@` how it ended before. A request whose requirements never come together
        should ask for less or have a later deadline.
        """)
    case .actionFailed:
      Message(
        "ced94e27583f444b82dbee2a84630827", .warning, "An action of a task was not started",
        """
        The request of @BGTASK_IDENTIFIER@ names another task in OnFailure=, OnSuccess= or
        OnOverdue=. The other task is not pending, or it has caused this run itself, so nothing
        was started. The message says which of the two.

        A task that other tasks start has to be pending: with OnCalendar= or Every=, or with a
        date far away.
        """)
    case .damaged:
      Message(
        "7fff123c56dd3eb8c0c0143350b7c652", .error, "The request of task @BGTASK_IDENTIFIER@ is damaged",
        """
        The request in the state file is not the request that was written; the message names the
        row. The task is held and not started until the file is mended. Other tasks are not
        affected.

        Look at the disk first: smartctl, journalctl -k. Then stop bgtaskd, run bgtaskd --recover
        for its state directory, and start it again. The recovery drops the task, which has to be
        submitted again; bgtaskctl status names all tasks that are known to be damaged.
        """)
    case .declarationRefused:
      Message(
        "0ed7a6e07e4e488a8fc78393741ebe0c", .error, "A declared task was refused",
        """
        A file in tasks.d can be read, but its request is not possible, for the reason that the
        line says. The file's earlier contents stay in force.

        Correct the file, then `systemctl reload bgtaskd`. See bgtask.task(5).
        """)
    // Reports of runs.

    case .launching:
      Message(
        "bdf12d3b733441729f50e1517a78374e", .info, "A task starts",
        """
        All that @BGTASK_IDENTIFIER@ asked for holds, and its run @BGTASK_RUN_ID@ begins. Dates
        that were missed meanwhile are made up for by this one run.
        """)
    case .running:
      Message(
        "b22f09ed18a64d06abb5aa97448f12f8", .debug, "A task is running",
        """
        The program of @BGTASK_IDENTIFIER@ has been started, or a program that was connected has
        taken the run.
        """)
    case .progress: nil
    case .frozen:
      Message(
        "02d755d60fa64c70872a0f97b728116e", .notice, "A run is frozen",
        """
        The run @BGTASK_RUN_ID@ of @BGTASK_IDENTIFIER@ lost something that it needs, for the
        reason @BGTASK_REASON@, and its request asks to wait (Freeze=), or it is patient (LapseSec=).
        Its processes are frozen; the handler of an application can ask whether it should stop.

        The processes are thawed when the requirement holds again. When it does not hold again in
        time, the run is told to stop.
        """)
    case .thawed:
      Message(
        "80ee5b4ff01d479992012c184d0d75bd", .notice, "A run is thawed",
        """
        The requirement that the run @BGTASK_RUN_ID@ of @BGTASK_IDENTIFIER@ had lost holds again,
        or the time to wait for it is over and the run is told to stop. Its processes are thawed.
        """)
    case .expiring:
      Message(
        "43e5ed47e7b4464d886b092525be6f9a", .notice, "A run was told to stop",
        """
        The run @BGTASK_RUN_ID@ of @BGTASK_IDENTIFIER@ was told to stop, for the reason
        @BGTASK_REASON@. It has its grace (ExpirationGraceSec=) to save its work.

        If its time was too short, submit it with a longer runtime limit; RuntimeMaxSec= in
        bgtaskd.conf is the most that can be asked for.
        """)
    case .killing:
      Message(
        "fb4426464063421483d11b1a31b42409", .warning, "A run did not stop in time and is killed",
        """
        The run @BGTASK_RUN_ID@ of @BGTASK_IDENTIFIER@ was told to stop and did not within its
        grace. Its program and all processes that it started are killed.

        A program should end soon after SIGTERM, a handler should set an expirationHandler. If
        it needs longer, raise ExpirationGraceSec= in bgtaskd.conf.
        """)
    case .ended:
      Message(
        "d925aa6f0c55452e89ef0834ef51a857", .notice, "A run has ended",
        """
        The run @BGTASK_RUN_ID@ of @BGTASK_IDENTIFIER@ ended as @BGTASK_OUTCOME@.

        `bgtaskctl history @BGTASK_IDENTIFIER@` shows all its runs, `bgtaskctl logs
        @BGTASK_IDENTIFIER@` what it wrote. A program that wants to be tried again ends with
        status 75, or is submitted with a retry rule.
        """)
    case .missed:
      Message(
        "67595562b4474f82a5c363b92d40d1f9", .warning, "A task missed its deadline",
        """
        The deadline of @BGTASK_IDENTIFIER@ passed before it could begin, and its request says
        that it is of no use then. It was dropped; a repeating task goes on with its next date.
        """)
    case .leaseLost:
      Message(
        "4b1d6f0e93ac4b51a0c87e25d9f36a18", .warning, "The lease of a task was over", manual: "bgtaskctl(1)",
        """
        The submitter of @BGTASK_IDENTIFIER@ stands behind the task only as long as it renews the
        task's lease, and has not done that in time, or the machine was started anew. The run was
        told to stop, or did not begin; no other follows.

        See whether the program that submits the task still works and reaches bgtaskd. The task
        comes back when it is submitted again.
        """)
    case .gaveUp:
      Message(
        "e877d4924efa4e9d8b98414c0440fd3b", .warning, "A task was given up",
        """
        @BGTASK_IDENTIFIER@ was tried as often as its retry rule allows and never ended well. It
        is not tried again; a repeating task goes on with its next date.

        `bgtaskctl history @BGTASK_IDENTIFIER@` shows why each attempt failed. Submit it again
        when the cause is gone.
        """)
    case .completedTwice:
      Message(
        "0f49754f269b42ae8bf0fcced4d6dfae", .notice, "A run reported its end twice",
        """
        The program of @BGTASK_IDENTIFIER@ said a second time that the run @BGTASK_RUN_ID@ is
        complete. The first report counts. This is an error of that program.
        """)
    case .slowLaunch:
      Message(
        "d590f4ce921b47b1aedb59f149c90842", .warning, "A program was started slowly",
        manual: "bgtaskctl(1)",
        """
        The program that was started for the run @BGTASK_RUN_ID@ of @BGTASK_IDENTIFIER@ took more
        than twice as long until its handler was called as the median of the application's last
        starts. The message comes once, and again only after a start has been as quick as before.

        `bgtaskctl history --launch @BGTASK_IDENTIFIER@` shows which step took so long.
        """)
    // Reports of applications, the machine, the disk.

    case .applicationFailing:
      Message(
        "99fd5645d9e649b4a9161802fb2f1e8e", .warning, "An application cannot be started",
        """
        Something is due for the application @BGTASK_APPLICATION@ of user @BGTASK_UID@, and its
        program could not be started, ended, or said nothing before it registered. It is tried
        again after pauses that grow up to an hour; this message comes the first time only.

        Run the command of Exec= in its manifest in applications.d by hand, with BGTASKD_SOCKET
        set.
        """)
    case .applicationRecovered:
      Message(
        "1697310b17894def882ae3ca1800a721", .notice, "An application can be started again",
        """
        The application @BGTASK_APPLICATION@ of user @BGTASK_UID@ has registered, after it could
        not be started for a while. What waited for it is delivered.
        """)
    case .conditions:
      Message(
        "9b5ed93f9d684dc183f429c3a605ef8d", .debug, "The conditions of the machine have changed",
        """
        Power, network, idleness or another condition changed and has settled. Tasks that waited
        for the change begin, and runs that have lost a requirement are told to stop.

        `bgtaskctl conditions` shows what the scheduler believes now.
        """)
    case .assertionBegan:
      Message(
        "162b12f880ce430eb07b46d3f450740f", .info, "A program has asked for time", manual: "bgtaskctl(1)",
        """
        The machine waits for the program before it sleeps or shuts down, until the program is done or
        its limit is over. Until then bgtaskd does not end the program for having nothing to do.

        `bgtaskctl list --held` shows which programs have time now.
        """)
    case .assertionExpiring:
      Message(
        "760b68cc93204ccbaad8fd9c777189d1", .info, "A program is told to end its work",
        manual: "bgtaskctl(1)",
        """
        A program had asked for time, so that neither the machine's sleep nor bgtaskd interrupts its
        work. Its limit is over, or the machine is about to sleep or to shut down. The program is told to
        end its work.
        """)
    case .assertionOverstayed:
      Message(
        "7336b91431ae4850b429740d6af8640d", .warning, "A program has not ended its work in time",
        manual: "bgtaskctl(1)",
        """
        A program had asked for time to finish its work, was told that its time is up, and has not
        ended the work within its grace. If bgtaskd has started the program, it is killed, and its work may
        be half done; in any case the machine does not wait for the program any more.

        A program that needs longer should ask for a longer limit (`bgtaskctl hold --limit`, up to
        10 min), or do its work in a processing task.
        """)
    case .paused:
      Message(
        "1527900e7d1440aea66c61b27accd7f7", .notice, "Tasks are paused", manual: "bgtaskctl(1)",
        """
        A user has paused these tasks: they do not start until the date that the message names, or
        until a user resumes them. Running tasks go on, unless the message says that they are told
        to stop. Deadlines pass as ever.

        `bgtaskctl status` shows what is paused now, and `bgtaskctl resume` ends a pause.
        """)
    case .resumed:
      Message(
        "103a5d42968a4d269a6d912f5acae7cb", .notice, "Paused tasks may start again", manual: "bgtaskctl(1)",
        """
        The pause is over: its date has come, or a user has resumed the tasks. Tasks that have become
        due meanwhile start as their conditions allow.
        """)
    case .departing:
      Message(
        "876456ed9f0246668c90307fa6ddd3cb", .notice, "The machine goes to sleep or shuts down",
        """
        The system waits a moment for bgtaskd (InhibitDelayMaxSec= in logind.conf), which tells
        running work to stop that cannot go on afterwards, and starts nothing new.

        The runs that were stopped are tried again when the machine is back.
        """)
    case .departureOver:
      Message(
        "762bacad800a478b8b8d8146679608ba", .notice, "The machine is back",
        """
        The machine was asleep, or did not shut down after all. All dates and conditions are
        checked again; tasks that are due begin, a few at a time (SettlingSec=).
        """)
    case .storeFailed:
      Message(
        "8c23a4754c114aabb8f0f00c627c7836", .error, "The state cannot be written",
        """
        The disk cannot be written, so no request is accepted and no task is started: a request
        that was accepted now would be lost with the next crash. Running work goes on.

        Make room in the state directory (/var/lib/bgtaskd) or repair its file system. bgtaskd
        notices by itself when it can write again.
        """)
    case .storeRecovered:
      Message(
        "5ee61e97d993421e93bd4edcdaf4ff57", .notice, "The state can be written again",
        """
        The disk can be written again. What happened meanwhile is stored now, and waiting tasks
        begin when their conditions hold.
        """)
    // Reports of the daemon itself.

    case .started:
      Message(
        "ff37f9b6188641aea340c5a3bb77e89d", .notice, "The background task scheduler is ready",
        """
        bgtaskd has read its state and its configuration and takes requests. What was pending
        before is pending again; runs that were under way are looked after or tried again.

        Nothing has to be done. `bgtaskctl list` shows what waits, and why.
        """)
    case .stopping:
      Message(
        "521426a2aa6b4b95979ad7d9dc59dd78", .notice, "The background task scheduler ends",
        """
        bgtaskd was told to end. Pending tasks stay in its state and go on with the next start.

        If this was not intended, `systemctl status bgtaskd` and the lines before this one say
        who asked for it.
        """)
    case .reloaded:
      Message(
        "d2851f277dd74220b1d62709bdfcc18d", .notice, "The configuration was read again",
        """
        The rules in bgtaskd.conf, the manifests in applications.d and the tasks in tasks.d are in
        force as their files say now.
        """)
    case .reloadFailed:
      Message(
        "43431d9b5caa453e8400ed92f4cba230", .error, "The configuration has errors and was not taken over",
        """
        A file that was to be read again has an error. Its earlier contents stay in force; files
        without errors were taken over.

        The lines before this one name the file, the line and the reason. Correct it, then
        `systemctl reload bgtaskd`. `bgtaskctl check` reads the files without changing anything.
        """)
    case .connectionRefused:
      Message(
        "653e2f1eee354ddb9b9d3c6f4d4dbdaf", .warning, "A connection was refused",
        """
        A program connected while as many connections were open as are allowed, or while the
        daemon was out of descriptors. The program was told so and may try again.

        If this goes on, find out which program keeps connections open (`ss -xp`), or raise
        ConnectionsMax= and ConnectionsMaxPerUser= in bgtaskd.conf.
        """)
    case .connectionDropped:
      Message(
        "497299dbce594bab8fe610ccca812fc4", .warning, "A connection was dropped",
        """
        The program at its other end did not read what it had asked for, or left a message half
        sent for too long. If it handled a task, that run is interrupted and tried again.

        The limits are LagMaxBytes= and HalfSentTimeoutSec= in bgtaskd.conf.
        """)
    case .suppressed:
      Message(
        "e04626b572754718efc694cd4daa5c6e", .warning, "There were too many messages of one kind",
        """
        User @BGTASK_UID@ has caused so many messages of one kind that more of them would push
        others out of the journal. No more of this kind are written for the rest of the 30
        seconds; others are, and nothing is lost but the messages.

        `bgtaskctl history --all-users` and `bgtaskctl list --all-users` show what has happened all
        the same.
        """)
    }
  }

  /// Creates the kind of an event; `nil` for a later version's. A dropped task's event is `ended`.
  package init?(event: String) {
    guard let kind = Self.allCases.first(where: { $0.event == event }) else { return nil }
    self = kind
  }
}
