// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is compiled alike: Swift 6 mode (the tools version's default), warnings are errors.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// `make` optimizes the scheduler in debug builds, too: simulated lives are most of what the suite costs. Packages that depend
/// on this one may not have such flags among their dependencies' targets.
let optimized: [SwiftSetting] =
  Context.environment["BGTASKD_OPTIMIZED_CORE"] == nil
  ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// - Parameter text: The room's text that is no source file. What a program contains of it comes from `CTexts`.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], describedBy text: String? = nil,
  _ more: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: text.map { [$0] } ?? [], swiftSettings: settings + more)
}

func program(_ name: String, calls library: Target.Dependency) -> Target {
  .executableTarget(name: name, dependencies: [library], swiftSettings: settings)
}

func tests(
  _ room: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: "\(room)Tests", dependencies: [.byName(name: room), "TestSupport"] + dependencies,
    exclude: exclude, resources: resources, swiftSettings: settings)
}

let package = Package(
  name: "bgtaskd",
  products: [
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "BackgroundTasksTesting", targets: ["BackgroundTasksTesting"]),
    .library(name: "BackgroundApplication", targets: ["BackgroundApplication"]),
    .executable(name: "bgtaskd", targets: ["bgtaskd"]),
    .executable(name: "bgtaskctl", targets: ["bgtaskctl"]),
    .executable(name: "bgtask-transfer", targets: ["bgtask-transfer"]),
    .executable(name: "bgtask-fleet", targets: ["bgtask-fleet"]),
    .executable(name: "bgtask-helper", targets: ["bgtask-helper"]),
    .executable(name: "bgtask-idle-wayland", targets: ["bgtask-idle-wayland"]),
    .executable(name: "bgtask-idle-x11", targets: ["bgtask-idle-x11"]),
    .executable(name: "bgtaskbench", targets: ["bgtaskbench"]),
    .executable(name: "bgtaskfuzz", targets: ["bgtaskfuzz"]),
  ],
  targets: [
    // C: what Swift cannot import by itself, and Debian's libraries.
    .target(name: "CLinux"),
    // Texts that are built into programs as their files have them.
    .target(name: "CTexts"),
    // The client of the benchmark, which has to cost less than what it measures.
    .target(name: "CLoad"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    // The library that this libcurl brings along anyway.
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // Only the fleet's agent has it.
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Only the helpers at displays have these two.
    .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(name: "CXCB", pkgConfig: "xcb-sync", providers: [.apt(["libxcb-sync-dev"])]),
    // Made of the protocols' texts (`make generate`).
    .target(name: "CIdleProtocols", dependencies: ["CWayland"], exclude: ["protocols"]),

    // Rooms, from the bottom up. `Tests/RepositoryTests` holds this list against the imports in the code.
    room("SchedulerCore", [], optimized),
    room("PlainText"),
    room("SystemdSyntax", ["PlainText"]),
    room("ConditionSyntax", ["SchedulerCore", "SystemdSyntax"]),
    room("Varlink", ["CTexts"], describedBy: "Service/org.varlink.service.varlink"),
    room(
      "SchedulerAPI",
      ["CTexts", "ConditionSyntax", "Varlink", "SchedulerCore", "PlainText", "SystemdSyntax"],
      describedBy: "io.bgtaskd.Scheduler.varlink"),
    room("LinuxSystem", ["CLinux", "CSystemd", "PlainText"]),
    room(
      "ConfigurationFiles",
      ["ConditionSyntax", "LinuxSystem", "PlainText", "SchedulerAPI", "SchedulerCore", "SystemdSyntax"]),
    room("TaskStore", ["CSQLite", "ConditionSyntax", "SchedulerCore", "SystemdSyntax"]),
    // Who is at a display, each asked by a small program of its own: none needs anything of the daemon's.
    room("IdleReporting", ["CLinux"]),
    room("WaylandIdle", ["CIdleProtocols", "CWayland", "IdleReporting"]),
    room("X11Idle", ["CXCB", "IdleReporting"]),
    room(
      "SystemConditions",
      ["ConditionSyntax", "IdleReporting", "LinuxSystem", "PlainText", "SchedulerCore", "SystemdSyntax"]),
    room("TaskExecution", ["LinuxSystem", "PlainText", "SchedulerCore"]),
    room(
      "Daemon",
      [
        "SchedulerCore", "SystemdSyntax", "Varlink", "SchedulerAPI", "LinuxSystem", "TaskStore",
        "SystemConditions", "TaskExecution", "ConfigurationFiles", "PlainText",
      ]),
    // A fleet: many machines with one database.
    room("FleetCore", ["SchedulerCore"], optimized),
    room("FleetAPI", ["Varlink"], describedBy: "io.bgtaskd.Fleet.varlink"),
    room(
      "FleetDatabase",
      ["CPostgres", "CTexts", "FleetCore", "LinuxSystem", "PlainText", "SchedulerCore", "Varlink"],
      describedBy: "Schema/schema-1.sql"),
    room(
      "Fleet",
      [
        "CSystemd", "ConditionSyntax", "FleetAPI", "FleetCore", "FleetDatabase", "LinuxSystem", "PlainText",
        "SchedulerAPI", "SchedulerCore", "SystemdSyntax", "Varlink",
      ]),
    room("Replay", ["PlainText", "SchedulerCore", "SystemdSyntax"]),
    room(
      "Control",
      [
        "ConditionSyntax", "ConfigurationFiles", "FleetAPI", "Replay", "SchedulerAPI", "SchedulerCore",
        "PlainText", "SystemdSyntax",
        "Varlink", "LinuxSystem",
      ]),
    room(
      "FileTransfer",
      ["CCrypto", "CCurl", "LinuxSystem", "PlainText", "SchedulerAPI", "SchedulerCore", "Varlink"]),
    room(
      "Benchmark",
      [
        "BackgroundTasks", "CLinux", "CLoad", "CSQLite", "LinuxSystem", "SchedulerAPI", "SchedulerCore",
        "Varlink",
      ]),

    // Generates the folders named `Generated` (`make generate`).
    room("InterfaceGenerator", ["SchedulerCore"]),

    // What everything that reads bytes from outside has to stand.
    room(
      "Fuzzing",
      [
        "CSystemd", "ConditionSyntax", "ConfigurationFiles", "FileTransfer", "IdleReporting",
        "InterfaceGenerator", "LinuxSystem", "PlainText", "Replay", "SchedulerAPI", "SchedulerCore",
        "SystemConditions", "SystemdSyntax",
        "TaskExecution", "TaskStore", "Varlink",
      ]),

    // For programs that hand in work: Apple's module, and a scheduler for their tests.
    room("BackgroundTasks", ["ConditionSyntax", "PlainText", "SchedulerAPI", "SchedulerCore", "Varlink"]),
    room(
      "BackgroundTasksTesting",
      ["BackgroundTasks", "SchedulerAPI", "SchedulerCore", "SystemdSyntax", "Varlink"]),

    // A program around the module: tasks are declared, and the rest is done.
    room("BackgroundApplication", ["BackgroundTasks", "CLinux", "SystemdSyntax"]),

    // An application as others write them: what the module, the kit and a manifest look like in use.
    room("PhotoIndexer", ["BackgroundApplication", "BackgroundTasks"]),
    // The same in the way of BackgroundApplication.
    room("FeedReader", ["BackgroundApplication"]),
    // And once more with Apple's API, in the language mode of most applications that there are.
    .target(
      name: "ClassicFeedReader", dependencies: ["BackgroundApplication", "FeedReader"],
      swiftSettings: [.treatAllWarnings(as: .error), .swiftLanguageMode(.v5)]),

    program("bgtaskd", calls: "Daemon"),
    program("bgtaskctl", calls: "Control"),
    program("bgtask-transfer", calls: "FileTransfer"),
    program("bgtask-fleet", calls: "Fleet"),
    program("bgtask-helper", calls: "Control"),
    program("bgtask-idle-wayland", calls: "WaylandIdle"),
    program("bgtask-idle-x11", calls: "X11Idle"),
    program("bgtaskbench", calls: "Benchmark"),
    program("bgtaskfuzz", calls: "Fuzzing"),
    program("bgtaskgen", calls: "InterfaceGenerator"),
    program("photo-indexer", calls: "PhotoIndexer"),
    program("feed-reader", calls: "FeedReader"),
    program("classic-feed-reader", calls: "ClassicFeedReader"),

    .target(
      name: "TestSupport",
      dependencies: ["SchedulerAPI", "SchedulerCore", "Varlink", "LinuxSystem", "CSystemd"],
      path: "Tests/TestSupport", swiftSettings: settings),
    // An application for the daemon's tests, which does with its tasks what it is told.
    .executableTarget(
      name: "handling-program", dependencies: ["BackgroundTasks"], path: "Tests/HandlingProgram",
      swiftSettings: settings),
    // The table of growth, measured with the release build. The vocabulary of the core's tests is a link.
    .executableTarget(
      name: "growth", dependencies: ["ConditionSyntax", "PlainText", "SchedulerCore"], path: "Tests/Growth",
      swiftSettings: settings),
    // The evaluation of when tasks start, over recorded machines. The short form in the suite links to a
    // part.
    .executableTarget(
      name: "evaluate", dependencies: ["ConditionSyntax", "Replay", "SchedulerCore"], path: "Tests/Evaluate",
      swiftSettings: settings),
    // A Wayland compositor that says what a test tells it. Of those in Debian 12 only KDE's has
    // ext-idle-notify-v1.
    .systemLibrary(
      name: "CWaylandServer", path: "Tests/IdleCompositor/CWaylandServer", pkgConfig: "wayland-server",
      providers: [.apt(["libwayland-dev"])]),
    .executableTarget(
      name: "idle-compositor", dependencies: ["CIdleProtocols", "CWaylandServer"],
      path: "Tests/IdleCompositor/Program"),
    tests("SchedulerCore", ["ConditionSyntax"]),
    tests("PlainText"),
    tests("SystemdSyntax"),
    tests("ConditionSyntax", ["SchedulerCore", "SystemdSyntax"]),
    tests("Varlink"),
    tests("SchedulerAPI", ["InterfaceGenerator", "SchedulerCore", "Varlink"]),
    tests("InterfaceGenerator"),
    tests("LinuxSystem"),
    tests("ConfigurationFiles", ["LinuxSystem", "SchedulerAPI", "SchedulerCore", "SystemdSyntax"]),
    tests("TaskStore", ["ConditionSyntax", "SchedulerCore"], resources: [.copy("Fixtures")]),
    tests("IdleReporting"),
    tests(
      "SystemConditions",
      [
        "SchedulerCore", "LinuxSystem", "bgtask-idle-wayland", "bgtask-idle-x11", "idle-compositor",
      ]),
    tests("FleetCore", ["SchedulerCore"]),
    tests(
      "FleetDatabase", ["FleetCore", "LinuxSystem", "SchedulerCore", "Varlink"], exclude: ["Schema"]),
    tests(
      "Fleet",
      [
        "FleetCore", "FleetDatabase", "LinuxSystem", "SchedulerAPI", "SchedulerCore", "SystemdSyntax",
        "bgtask-fleet", "bgtaskctl", "bgtaskd",
      ], exclude: ["Soak"]),
    tests("TaskExecution", ["SchedulerCore", "LinuxSystem"]),
    tests("Replay", ["ConditionSyntax", "SchedulerCore", "SystemdSyntax"]),
    tests(
      "Control",
      [
        "ConditionSyntax", "FleetAPI", "LinuxSystem", "SchedulerAPI", "SchedulerCore", "SystemdSyntax",
        "Varlink", "bgtask-helper", "bgtaskctl",
      ],
      exclude: ["Cron/clock.c", "Screens"]),
    tests(
      "Daemon",
      [
        "ConfigurationFiles", "SchedulerAPI", "SchedulerCore", "TaskExecution", "TaskStore", "Varlink",
        "LinuxSystem", "bgtask-helper", "bgtask-idle-wayland", "bgtask-idle-x11", "bgtask-transfer",
        "bgtaskd",
        "bgtaskctl", "handling-program",
      ],
      exclude: ["Scripts"]),
    tests(
      "BackgroundTasks",
      [
        "BackgroundTasksTesting", "ConditionSyntax", "PlainText", "SchedulerAPI", "SchedulerCore", "Varlink",
        "bgtaskd",
      ]),
    tests("BackgroundTasksTesting", ["BackgroundTasks"]),
    tests(
      "BackgroundApplication",
      [
        "BackgroundTasks", "BackgroundTasksTesting", "ConfigurationFiles", "SchedulerAPI", "SchedulerCore",
        "bgtaskd",
      ]),
    tests(
      "PhotoIndexer",
      [
        "BackgroundApplication", "BackgroundTasks", "BackgroundTasksTesting", "SchedulerAPI", "SchedulerCore",
        "bgtaskd", "photo-indexer",
      ]),
    tests(
      "FileTransfer",
      [
        "LinuxSystem", "SchedulerAPI", "SchedulerCore", "Varlink", "bgtaskd", "bgtask-transfer",
        "handling-program",
      ]),
    tests(
      "FeedReader",
      [
        "BackgroundApplication", "BackgroundTasksTesting", "SchedulerAPI", "SchedulerCore", "bgtask-transfer",
        "bgtaskd", "classic-feed-reader", "feed-reader",
      ]),
    // How applications call the module, compiled as an application's developer would, in both language modes:
    // the second target's folders are links to the first one's.
    .testTarget(
      name: "CallShapesTests",
      dependencies: ["BackgroundTasks", "BackgroundTasksTesting", "TestSupport", "bgtaskd"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "CallShapesMode5Tests",
      dependencies: ["BackgroundTasks", "BackgroundTasksTesting", "TestSupport", "bgtaskd"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport", "bgtaskfuzz"], swiftSettings: settings),
    // Core, pipeline and store together, with everything around them simulated.
    .testTarget(
      name: "SimulatedWorldTests",
      dependencies: ["ConditionSyntax", "Daemon", "TaskStore", "SchedulerCore", "CSQLite", "TestSupport"],
      swiftSettings: settings),
    // The Debian package and the release build, and the manual pages against the programs.
    .testTarget(
      name: "PackageTests",
      dependencies: [
        "TestSupport", "ConfigurationFiles", "Control", "Daemon", "Fleet", "Replay", "SchedulerAPI",
        "SchedulerCore",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RepositoryTests", dependencies: ["Control", "TestSupport"], swiftSettings: settings),
  ],
  // `#embed` is of C23.
  cLanguageStandard: .gnu2x
)
