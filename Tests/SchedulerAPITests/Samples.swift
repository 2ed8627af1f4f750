import SchedulerAPI
import SchedulerCore

/// Values that several tests use.
enum Samples {
  static let command = Wire.Command(argv: ["/usr/bin/true"])

  /// The smallest request.
  static let request = Wire.TaskRequest(identifier: "org.example.a", kind: .processing, command: command)

  /// A request with every field.
  static let fullRequest = Wire.TaskRequest(
    identifier: "org.example.full", kind: .continued, earliestBeginUSec: 1_700_000_000_000_000,
    deadlineUSec: 1_800_000_000_000_000, onDeadline: .run, requiresNetworkConnectivity: true,
    requiresUnmeteredNetwork: true, requiresExternalPower: true, requiresIdle: false,
    requiresBatteryNotLow: true, requiresStorageNotLow: true, requiresVPN: true,
    when: #"battery >= 60 and network "Zuhause" and idle for 10min"#, while: "not hot",
    relax: "after 1d without idle; after 7d without battery, network", unknownConditions: .wait,
    runtimeLimitDurationUSec: 60_000_000,
    repeatDurationUSec: 3_600_000_000, toleranceDurationUSec: 0,
    retry: Wire.Retry(
      backoff: .linear, initialDurationUSec: 1_000_000, maximumDurationUSec: 9_000_000, maximumAttempts: 3),
    onConflict: .keep,
    command: Wire.Command(
      argv: ["/bin/sh", "-c", "echo /a/b"], workingDirectory: "/tmp", environment: ["LANG": "C"],
      environmentFiles: ["/etc/default/backup", "-/etc/default/more"],
      credentials: ["password": "/etc/backup/password"], encryptedCredentials: ["token": "V2h4cWh0"]),
    title: "Título", subtitle: "sub", label: "Étiquette", strategy: .fail, freezeDurationUSec: 300_000_000,
    overdueAfterDurationUSec: 691_200_000_000, onFailure: "/usr/bin/mail 'the admin'",
    onSuccess: "org.example.prune", onOverdue: "/bin/true", preventsSleep: true, sleepsThrough: false,
    limits: Wire.Limits(
      nice: 7, ioClass: .bestEffort, memoryMaxBytes: 1 << 30, cpuQuotaPercent: 150, ioWeight: 20,
      sandbox: .strict, killMode: .process),
    order: Wire.Order(group: "restic", after: ["org.example.prune"], afterAny: ["b"], repeats: true),
    template: "full@.task", trustedUntilUSec: 86_400_000_000)

  /// One of each.
  static let errors: [SchedulerInterfaceError] = [
    .notPermitted(identifier: "a", message: "m"), .tooManyPendingTaskRequests(identifier: "a", limit: 7),
    .unavailable(message: "m"), .immediateRunIneligible(identifier: "a", message: "m"),
    .invalidRequest(field: "f", message: "m"), .noSuchTask(identifier: "a"), .noSuchRun(runId: "r"),
    .alreadyPending(identifier: "a"), .permissionDenied(message: "m"), .simulationDisabled,
    .tooLarge(limit: 7, message: "m"),
  ]
}
