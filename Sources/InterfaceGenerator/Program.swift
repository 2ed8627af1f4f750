import FoundationEssentials

/// The generator of the sources of the interfaces that this package speaks.
package enum GeneratorProgram {
  /// A description and the folder of its sources.
  package struct Work: Sendable {
    /// The description, from the package's root.
    package let description: String
    /// The folder of the sources, from the package's root.
    package let folder: String
    /// The names in the sources.
    package let style: InterfaceSources.Style
  }

  /// The descriptions that have generated sources.
  package static let works = [
    Work(
      description: "Sources/Varlink/Service/org.varlink.service.varlink", folder: "Sources/Varlink/Generated",
      style: .init(
        prefix: "Service", errors: "ServiceError", namespace: "ServiceMethod", enumerations: nil, runtime: nil
      )),
    Work(
      description: "Sources/SchedulerAPI/io.bgtaskd.Scheduler.varlink",
      folder: "Sources/SchedulerAPI/Generated",
      style: .init(
        prefix: "Scheduler", errors: "SchedulerInterfaceError", namespace: "Wire",
        enumerations: "SchedulerCore", runtime: "Varlink", client: "SchedulerClient",
        passedOn: ["Task.request"])),
  ]

  /// Writes the sources of all works, from the package's root, and removes outdated files.
  /// - Throws: ``InterfaceDescriptionError``, and the errors of reading and writing files.
  package static func run() throws {
    for work in works {
      let description = try InterfaceDescription(String(contentsOfFile: work.description, encoding: .utf8))
      let files = InterfaceSources(description, work.style).files
      for file in files {
        try file.text.write(toFile: "\(work.folder)/\(file.name)", atomically: true, encoding: .utf8)
      }
      // Files of methods and types that the description no longer has.
      for name in try FileManager.default.contentsOfDirectory(atPath: work.folder)
      where !files.contains(where: { $0.name == name }) {
        try FileManager.default.removeItem(atPath: "\(work.folder)/\(name)")
      }
    }
  }
}
