import Foundation
import TestSupport
import Testing

/// Who may import whom: the table of the architecture article in `Sources/Daemon/Daemon.docc`, held against
/// the code and the manifest.
struct RoomTests {
  /// A row of the table.
  private struct Room {
    let name: String
    /// What it imports besides Swift's standard library.
    let imports: Set<String>
  }

  /// The rows of the table. A row begins with the room's name and ends with what it imports, both as code.
  private static func rooms() throws -> [Room] {
    try Repository.text("Sources/Daemon/Daemon.docc/Architecture.md").split(separator: "\n").compactMap {
      line in
      guard let name = line.firstMatch(of: /^\| `([\w-]+)` \|/)?.1 else { return nil }
      let last = line.split(separator: "|").last ?? ""
      return Room(name: String(name), imports: Set(last.matches(of: /`(\w+)`/).map { String($0.1) }))
    }
  }

  /// Modules of the system, which the manifest does not name.
  private static let system: Set<String> = [
    "Glibc", "Dispatch", "Synchronization", "Foundation", "FoundationEssentials", "FoundationNetworking",
    "FoundationXML",
  ]
  private static let libraries: Set<String> = [
    "CCrypto", "CCurl", "CIdleProtocols", "CLinux", "CLoad", "CPostgres", "CSystemd", "CSQLite", "CTexts",
    "CWayland", "CXCB",
  ]

  @Test("Every folder of Sources is a room of the table")
  func everyRoomIsInTheTable() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources").path())
    let rooms = try Self.rooms().map(\.name)
    #expect(rooms.count == Set(rooms).count)
    #expect(Set(folders) == Self.libraries.union(rooms))
  }

  @Test("A room imports what the table says, all of it and nothing else")
  func importsFollowTheTable() throws {
    for room in try Self.rooms() {
      let files = try Repository.files(below: "Sources/\(room.name)", suffix: ".swift")
      #expect(!files.isEmpty, "\(room.name)")
      var found: Set<String> = []
      for file in files {
        for name in imports(try Repository.text(file)) {
          #expect(room.imports.contains(name), "\(file) imports \(name)")
          found.insert(name)
        }
      }
      #expect(room.imports.subtracting(found).isEmpty, "\(room.name) does not need all that the table says")
    }
  }

  @Test(
    "A room has one first page, at the head of a file: what it is for, its way in, and what it must not know")
  func firstPages() throws {
    // Examples and programs of one call need none.
    let examples: Set = ["FeedReader", "ClassicFeedReader", "PhotoIndexer"]
    for room in try Self.rooms().map(\.name) where room.first?.isUppercase == true && !examples.contains(room)
    {
      let files = try Repository.files(below: "Sources/\(room)", suffix: ".swift").map(Repository.text)
      let pages = files.filter { $0.hasPrefix("// Room ") }.map { text in
        text.split(separator: "\n\n", maxSplits: 1)[0]
          .split(separator: "\n").map { $0.drop { $0 == "/" }.trimmingPrefix(while: \.isWhitespace) }.joined(
            separator: " ")
      }
      #expect(pages.count == 1, "\(room)")
      let page = pages.first ?? ""
      #expect(page.hasPrefix("Room \(room): ") && page.contains(" Must not know: "), "\(room)")
      let wayIn = page.split(separator: "Way in: ").last?.split(separator: "Must not know:").first ?? ""
      let types = wayIn.matches(of: /`([A-Z]\w+)`/).map { String($0.1) }
      #expect(!types.isEmpty, "\(room)")
      for type in types {
        let declaration = try Regex(#"\b(struct|class|enum|actor|protocol) \#(type)\b"#)
        #expect(files.contains { $0.contains(declaration) }, "\(room) has no \(type)")
      }
    }
  }

  @Test("The manifest lets a room import what the table says")
  func manifest() throws {
    let text = try Repository.text("Package.swift")
    for room in try Self.rooms() {
      // A call with the room's name and the names of what it depends on.
      let call = try Regex(
        #"(?s)\b(?:room|program|\.target)\(\s*(?:name: )?"\#(room.name)"(.*?)(?:\n    [a-z.]|\n\n)"#)
      let arguments = try #require(text.firstMatch(of: call)?.output[1].substring, "\(room.name)")
      let named = arguments.split(separator: "exclude:").first ?? ""
      let dependencies = Set(named.matches(of: /"(\w+)"/).map { String($0.1) })
      #expect(dependencies == room.imports.subtracting(Self.system), "\(room.name)")
    }
  }

  /// The manifest, as the package manager reads it.
  private struct Manifest: Decodable {
    struct Target: Decodable {
      struct Dependency: Decodable {
        let byName: [String?]?
        let target: [String?]?
        var name: String? { (byName ?? target)?.first ?? nil }
      }
      let name: String
      let type: String
      let path: String?
      let dependencies: [Dependency]
      var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }
    }
    let targets: [Target]

    static func read() throws -> Manifest {
      let scratch = try TemporaryFolder()
      let dumped = try FinishedProgram.run(
        URL(filePath: "/usr/bin/env"),
        ["swift", "package", "--scratch-path", scratch.url.appending(path: "build").path(), "dump-package"],
        directory: Repository.root)
      try #require(dumped.status == 0, "\(dumped.errors)")
      return try JSONDecoder().decode(Manifest.self, from: Data(dumped.output.utf8))
    }
  }

  // What a target imports without saying so builds where the other happens to have been built before, and on
  // a clean checkout it may not.
  @Test("Every target, of tests too, names all of the package that it imports")
  func everyImportIsNamed() throws {
    let targets = try Manifest.read().targets
    #expect(targets.contains { $0.type == "test" })
    let own = Set(targets.map(\.name))
    for target in targets where target.type != "system" {
      let named = Set(target.dependencies.compactMap(\.name))
      for file in try Repository.files(below: target.folder, suffix: ".swift") {
        let missing = Set(imports(try Repository.text(file))).intersection(own).subtracting(named)
        #expect(missing.isEmpty, "\(file) imports \(missing.sorted()), which \(target.name) does not name")
      }
    }
  }

  @Test("What shows that the protocol's text is enough imports nothing of what implements it")
  func textAlone() throws {
    let files =
      try Repository.files(below: "Tests/TestSupport/Protocol", suffix: ".swift") + [
        "Tests/DaemonTests/Limits/HostileMessageTests.swift",
        "Tests/DaemonTests/Protocol/ExampleStoryTests.swift",
      ]
    #expect(files.count > 5)
    for file in files {
      let others = imports(try Repository.text(file)).filter {
        !["Foundation", "TestSupport", "Testing"].contains($0)
      }
      #expect(others.isEmpty, "\(file) imports \(others)")
    }
  }

  @Test(
    "A program is one call into its library",
    arguments: [
      "bgtaskd", "bgtaskctl", "bgtask-transfer", "bgtask-helper", "bgtask-idle-wayland", "bgtask-idle-x11",
      "bgtaskbench", "bgtaskfuzz", "bgtaskgen",
      "photo-indexer",
      "feed-reader",
    ])
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
      let module = name.split(separator: ".").first.map(String.init)
      // Where the one stands the other does, see MuslTests.
      return module == "Musl" ? "Glibc" : module
    }
  }
}
