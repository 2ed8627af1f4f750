import SchedulerCore

extension RequestField {
  /// The fields that limit a program's resources and what it may touch.
  package static let ofLimits: [RequestField] = [
    .init(
      name: "limits.nice", value: .count(\.[limit: \.nice], Wire.Limits.Bounds.nice), option: "nice",
      key: "Nice",
      summary: "Its nice value: 0 to 19; a higher value gets less processor time",
      details: """
        If not given, 10 where programs are children of bgtaskd, unless a person waits for them. Units of \
        systemd have the least weight instead.
        """, shown: .init("Limits", "nice %")),
    .init(
      name: "limits.ioClass", value: .choice(.init(\.[limit: \.ioClass])), option: "io-class", key: "IOClass",
      summary: "Its class at the disk: idle gets it when nobody else wants it",
      details: "If not given, idle where programs are children of bgtaskd, unless a person waits for them.",
      shown: .init("Limits", "disk %")),
    .init(
      name: "limits.memoryMaxBytes",
      value: .size(\.[limit: \.memoryMaxBytes], Wire.Limits.Bounds.memoryMaxBytes),
      option: "memory-max", key: "MemoryMax", summary: "The memory above which it is killed: 512M, 2G",
      details: onlyUnits, shown: .init("Limits", "memory up to %")),
    .init(
      name: "limits.cpuQuotaPercent",
      value: .percent(\.[limit: \.cpuQuotaPercent], Wire.Limits.Bounds.cpuQuotaPercent),
      option: "cpu-quota", key: "CPUQuota", summary: "How much of one processor it gets: 50%",
      details: onlyUnits, shown: .init("Limits", "% of a processor")),
    .init(
      name: "limits.ioWeight", value: .count(\.[limit: \.ioWeight], Wire.Limits.Bounds.ioWeight),
      option: "io-weight",
      key: "IOWeight", summary: "Its share of the disk beside others: 1 to 10000, 1 if not given",
      details: onlyUnits, shown: .init("Limits", "weight at the disk %")),
    .init(
      name: "limits.sandbox", value: .choice(.init(\.[limit: \.sandbox])), option: "sandbox", key: "Sandbox",
      summary: "What it cannot touch",
      details: """
        basic: it gains no privileges, and cannot change the kernel's settings, modules, clock and control \
        groups. system: in addition, the system's files are read-only, and /tmp and /dev are its own. \
        strict: in addition, all files are read-only except those below its working directory, where one is \
        given, and /tmp.
        """ + " " + onlyUnits + " A user's own instance has none and basic only.", shown: .init("Sandbox")),
    .init(
      name: "limits.killMode", value: .choice(.init(\.[limit: \.killMode])), option: "kill-mode",
      key: "KillMode", summary: "Whether the processes that it has started end with it",
      details: """
        control-group, the default: they end with it. process: they live on, as with cron; the run is over \
        when the program has ended. As in systemd.kill(5).
        """, shown: .init("Limits", "kill mode %")),
  ]

  private static let onlyUnits = "Only where programs are units of systemd."
}

extension Wire.TaskRequest {
  /// A limit of the program. The request has no limits when all are absent.
  fileprivate subscript<Value>(limit place: any WritableKeyPath<Wire.Limits, Value?> & Sendable) -> Value? {
    get { limits?[keyPath: place] }
    set { limits = limits.with(newValue, at: place, empty: Wire.Limits()) }
  }
}
