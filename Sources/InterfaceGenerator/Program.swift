// Room InterfaceGenerator: `bgtaskgen`, which writes the folders named `Generated`.
// Way in: `GeneratorProgram`.
// Must not know: the daemon.

import FoundationEssentials

/// The generator of the folders named `Generated`.
package enum GeneratorProgram {
  /// A folder of generated sources.
  package struct Work: Sendable {
    /// The folder, from the package's root.
    package let folder: String
    private let make: @Sendable (_ root: String) throws -> [(name: String, text: String)]

    fileprivate init(
      _ folder: String, _ make: @escaping @Sendable (_ root: String) throws -> [(name: String, text: String)]
    ) {
      self.folder = folder
      self.make = make
    }

    /// Makes the files of the folder.
    /// - Parameter root: The package's root.
    /// - Throws: ``InterfaceDescriptionError``, and the errors of reading files.
    package func files(root: String) throws -> [(name: String, text: String)] { try make(root) }
  }

  /// All folders of generated sources.
  package static let works = [
    Work("Sources/Varlink/Generated") { root in
      let style = InterfaceSources.Style(
        prefix: "Service", errors: "ServiceError", namespace: "ServiceMethod", enumerations: nil,
        runtime: nil)
      return InterfaceSources(
        try description("Sources/Varlink/Service/org.varlink.service.varlink", root), style
      ).files
    },
    Work("Sources/SchedulerAPI/Generated") { root in
      let style = InterfaceSources.Style(
        prefix: "Scheduler", errors: "SchedulerInterfaceError", namespace: "Wire",
        enumerations: "SchedulerCore", runtime: "Varlink", client: "SchedulerClient",
        passedOn: ["Task.request"])
      let scheduler = try scheduler(root)
      return InterfaceSources(scheduler, style).files + [ConditionSources(scheduler).translation]
    },
    Work("Sources/FleetAPI/Generated") { root in
      let style = InterfaceSources.Style(
        prefix: "Fleet", errors: "FleetError", namespace: "FleetWire", enumerations: nil, runtime: "Varlink",
        isServed: false)
      return InterfaceSources(
        try description("Sources/FleetAPI/io.bgtaskd.Fleet.varlink", root), style
      ).files
    },
    Work("Sources/BackgroundTasks/Generated") { try ConditionSources(scheduler($0)).names },
    Work("Sources/BackgroundTasksTesting/Generated") { [try ConditionSources(scheduler($0)).simulation] },
  ]

  private static func scheduler(_ root: String) throws -> InterfaceDescription {
    try description("Sources/SchedulerAPI/io.bgtaskd.Scheduler.varlink", root)
  }

  private static func description(_ path: String, _ root: String) throws -> InterfaceDescription {
    try InterfaceDescription(String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
  }

  /// Writes the files of all folders, from the package's root, and removes outdated files. A file that would
  /// stay the same keeps its date, so that nothing is compiled for it.
  /// - Throws: ``InterfaceDescriptionError``, and the errors of reading and writing files.
  package static func run() throws {
    for work in works {
      let files = try work.files(root: ".")
      try FileManager.default.createDirectory(atPath: work.folder, withIntermediateDirectories: true)
      for file in files {
        let path = "\(work.folder)/\(file.name)"
        guard (try? String(contentsOfFile: path, encoding: .utf8)) != file.text else { continue }
        try file.text.write(toFile: path, atomically: true, encoding: .utf8)
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: work.folder)
      where !files.contains(where: { $0.name == name }) {
        try FileManager.default.removeItem(atPath: "\(work.folder)/\(name)")
      }
    }
  }
}
