/// What a program may take of the machine, touch of it, and leave behind (setpriority(2), ioprio_set(2),
/// systemd.resource-control(5), systemd.exec(5), systemd.kill(5)).
package struct ProgramLimits: Hashable, Sendable {
  /// 0 to 19: the more, the less of the processors it gets.
  package var nice: Int?
  /// When it gets the disk.
  package var ioClass: IOClass?
  /// It is killed for more.
  package var memoryMaxBytes: Int?
  /// Of one processor.
  package var cpuQuotaPercent: Int?
  /// 1 to 10000, 100 is usual.
  package var ioWeight: Int?
  /// What it must not touch.
  package var sandbox: Sandbox?
  /// What becomes of what it has started.
  package var killMode: KillMode?

  /// No limits.
  package init() {}

  /// Those of a program that is a child of the daemon: work that can wait gives way to everything else, as a
  /// unit of systemd does by its weights.
  package static func ofChild(_ asked: ProgramLimits, _ kind: Kind) -> ProgramLimits {
    var limits = asked
    guard kind.isDiscretionary else { return limits }
    limits.nice = limits.nice ?? 10
    limits.ioClass = limits.ioClass ?? .idle
    return limits
  }

  /// What of it only a service manager can hold a program to, by its name in the protocol; nil when there is
  /// nothing of the kind.
  package var needingManager: String? {
    if memoryMaxBytes != nil { return "memoryMaxBytes" }
    if cpuQuotaPercent != nil { return "cpuQuotaPercent" }
    if ioWeight != nil { return "ioWeight" }
    return (sandbox ?? .none) > .none ? "sandbox" : nil
  }
}

/// When a program gets the disk (ioprio_set(2)).
package enum IOClass: String, CaseIterable, Sendable {
  /// When nobody else wants it.
  case idle
  /// In turn with others.
  case bestEffort
}

/// What becomes of what a program has started when it ends or is stopped (systemd.kill(5)).
package enum KillMode: String, CaseIterable, Sendable {
  /// All that is left of the run ends with the program.
  case controlGroup
  /// Only the program ends; what it has started lives on.
  case process
}

/// A named set of systemd's hardening (systemd.exec(5), "Sandboxing"). Each has what those before it have.
package enum Sandbox: String, CaseIterable, Comparable, Sendable {
  /// Everything that its user may do.
  case none
  /// It gains no privileges, and leaves the kernel's settings, modules, clock and control groups alone.
  case basic
  /// The system's files are read-only, `/tmp` and `/dev` are its own.
  case system
  /// All files are read-only but those below its working directory, where one is given, and `/tmp`.
  case strict

  /// Less forbidden first.
  package static func < (left: Sandbox, right: Sandbox) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
