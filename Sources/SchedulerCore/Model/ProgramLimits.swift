/// The limits on what a program may take of the machine, touch of it, and leave behind (setpriority(2),
/// ioprio_set(2), systemd.resource-control(5), systemd.exec(5), systemd.kill(5)).
package struct ProgramLimits: Hashable, Sendable {
  /// The nice value, 0 to 19: the larger, the less of the processors the program gets.
  package var nice: Int?
  package var ioClass: IOClass?
  /// The memory in bytes above which it is killed.
  package var memoryMaxBytes: Int?
  /// The most of one processor that it gets, in percent.
  package var cpuQuotaPercent: Int?
  /// The weight of its disk accesses, 1 to 10000; 100 is usual.
  package var ioWeight: Int?
  package var sandbox: Sandbox?
  package var killMode: KillMode?

  package init() {}

  /// Returns the limits of a program that is a child of the daemon: discretionary work gives way to all other
  /// work, as a unit of systemd does by its weights.
  package static func ofChild(_ asked: ProgramLimits, _ kind: Kind) -> ProgramLimits {
    var limits = asked
    guard kind.isDiscretionary else { return limits }
    limits.nice = limits.nice ?? 10
    limits.ioClass = limits.ioClass ?? .idle
    return limits
  }

  /// The name in the protocol of the first limit that only a service manager can enforce; `nil` when there is
  /// none.
  package var needingManager: String? {
    if memoryMaxBytes != nil { return "memoryMaxBytes" }
    if cpuQuotaPercent != nil { return "cpuQuotaPercent" }
    if ioWeight != nil { return "ioWeight" }
    return (sandbox ?? .none) > .none ? "sandbox" : nil
  }
}

/// The class in which a program gets the disk (ioprio_set(2)).
package enum IOClass: String, CaseIterable, Sendable {
  /// The program gets the disk when no other program wants it.
  case idle
  /// The program takes turns with others.
  case bestEffort
}

/// The processes that end when a program ends or is stopped (systemd.kill(5)).
package enum KillMode: String, CaseIterable, Sendable {
  /// All processes that are left of the run end with the program.
  case controlGroup
  /// Only the program ends; the processes that it started live on.
  case process
}

/// A named set of systemd's hardening (systemd.exec(5), "Sandboxing"). Each set includes those before it.
package enum Sandbox: String, CaseIterable, Comparable, Sendable {
  /// The program may do everything that its user may.
  case none
  /// The program gains no privileges, nor touches the kernel's settings, modules, clock or control groups.
  case basic
  /// The system's files are read-only; `/tmp` and `/dev` are the program's own.
  case system
  /// All files are read-only but those below the program's working directory, where one is given, and `/tmp`.
  case strict

  /// Orders weaker hardening first.
  package static func < (left: Sandbox, right: Sandbox) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
