import Foundation
import Testing

/// Who may import whom: the table of the architecture article in `Sources/Daemon/Daemon.docc`, held against
/// the code.
struct RoomTests {
  static let system: Set<String> = ["Glibc", "Dispatch", "Synchronization"]

  /// What each room may import, besides Swift's standard library.
  static let allowed: [String: Set<String>] = [
    "SchedulerCore": [],
    "SystemdSyntax": ["Glibc"],
    "Varlink": ["Glibc"],
    "SchedulerAPI": ["Glibc", "Varlink", "SchedulerCore"],
    "InterfaceGenerator": ["FoundationEssentials"],
    "LinuxSystem": system.union(["CLinux", "CSystemd"]),
    "ConfigurationFiles": ["Glibc", "LinuxSystem", "SchedulerAPI", "SchedulerCore", "SystemdSyntax"],
    "TaskStore": system.union(["CSQLite", "SchedulerCore"]),
    "SystemConditions": system.union(["LinuxSystem", "SchedulerCore"]),
    "TaskExecution": system.union(["LinuxSystem", "SchedulerCore"]),
    "Daemon": system.union([
      "ConfigurationFiles", "LinuxSystem", "SchedulerAPI", "SchedulerCore", "SystemConditions",
      "SystemdSyntax",
      "TaskExecution", "TaskStore", "Varlink",
    ]),
    "Control": system.union([
      "ConfigurationFiles", "LinuxSystem", "SchedulerAPI", "SchedulerCore", "SystemdSyntax", "Varlink",
    ]),
    "Benchmark": system.union([
      "BackgroundTasks", "FoundationEssentials", "LinuxSystem", "SchedulerAPI", "SchedulerCore", "Varlink",
    ]),
    "Fuzzing": system.union([
      "CSystemd", "ConfigurationFiles", "FoundationEssentials", "InterfaceGenerator", "LinuxSystem",
      "SchedulerAPI",
      "SchedulerCore", "SystemConditions", "SystemdSyntax", "TaskExecution", "TaskStore", "Varlink",
    ]),
    "BackgroundTasks": system.union(["Foundation", "SchedulerAPI", "SchedulerCore", "Varlink"]),
    "BackgroundTasksTesting": system.union(["BackgroundTasks", "Foundation", "SchedulerAPI", "SchedulerCore"]
    ),
    "PhotoIndexer": system.union(["BackgroundTasks", "Foundation"]),
    "bgtaskd": ["Daemon"],
    "bgtaskctl": ["Control"],
    "bgtaskbench": ["Benchmark"],
    "bgtaskfuzz": ["Fuzzing"],
    "bgtaskgen": ["InterfaceGenerator"],
    "photo-indexer": ["PhotoIndexer"],
  ]

  static let swiftRooms = allowed.keys.sorted()

  @Test("Every folder of Sources is a room that the table knows")
  func everyRoomIsInTheTable() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources").path())
    #expect(Set(folders) == Set(Self.swiftRooms).union(["CLinux", "CSystemd", "CSQLite"]))
  }

  @Test("A room imports only what stands below it", arguments: swiftRooms)
  func importsFollowTheTable(room: String) throws {
    let files = try Repository.files(below: "Sources/\(room)", suffix: ".swift")
    #expect(!files.isEmpty)
    let allowed = try #require(Self.allowed[room])
    for file in files {
      for name in imports(try Repository.text(file)) {
        #expect(allowed.contains(name), "\(file) imports \(name)")
      }
    }
  }

  @Test(
    "A program is one call into its library",
    arguments: ["bgtaskd", "bgtaskctl", "bgtaskbench", "bgtaskfuzz", "photo-indexer"])
  func programsAreOneCall(program: String) throws {
    let files = try Repository.files(below: "Sources/\(program)", suffix: ".swift")
    #expect(files == ["Sources/\(program)/main.swift"])
    let statements = try Repository.text("Sources/\(program)/main.swift").split(separator: "\n").filter {
      !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("//")
    }
    #expect(statements.count == 1)
  }

  /// The modules that a file imports, whatever stands before and behind the word.
  private func imports(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
        words[..<position].allSatisfy({
          $0.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains($0)
        })
      else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"]
      let name = kinds.contains(words[position + 1]) ? words[position + 2] : words[position + 1]
      return name.split(separator: ".").first.map(String.init)
    }
  }
}
