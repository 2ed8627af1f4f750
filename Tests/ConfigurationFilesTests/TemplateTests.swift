import Foundation
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import ConfigurationFiles

@Suite("Templates of declared tasks")
struct TemplateTests {
  static let template = "[Task]\nEvery=1d\nTitle=Backup of %I with %p, 100%%\nCommand=/bin/echo %n %i\n"

  private static func link(_ folders: TaskFolders, _ name: String, to target: String) throws {
    let path = "\(folders.folder.path)/\(name)"
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  /// The only declared task.
  private static func only(_ loaded: LoadedTasks) throws -> Wire {
    #expect(loaded.problems == [] && loaded.set.declarations.count == 1)
    let declaration = try #require(loaded.set.declarations.first)
    return Wire(declaration: declaration, request: try .init(payload: declaration.payload))
  }

  private struct Wire {
    let declaration: Declaration
    let request: SchedulerAPI.Wire.TaskRequest
  }

  @Test("A template declares nothing, and each link to it a task of its own")
  func links() throws {
    let folders = try TaskFolders()
    try folders.write("system/backup@.task", Self.template)
    #expect(folders.load().set.declarations == [] && folders.load().problems == [])
    try Self.link(folders, "system/backup@srv-mail.task", to: "backup@.task")
    let one = try Self.only(folders.load())
    #expect(one.declaration.file == folders.folder.path("system/backup@srv-mail.task"))
    #expect(one.request.identifier == "backup@srv-mail" && one.request.template == "backup@.task")
    #expect(one.request.title == "Backup of srv/mail with backup, 100%")
    #expect(one.request.command?.argv == ["/bin/echo", "backup@srv-mail", "srv-mail"])
    try Self.link(folders, "user/backup@home.task", to: "../system/backup@.task")
    #expect(
      folders.load().set.declarations.map(\.request.identifier) == ["backup@home", "backup@srv-mail"])
    try FileManager.default.removeItem(atPath: folders.folder.path("system/backup@srv-mail.task"))
    #expect(try Self.only(folders.load()).request.identifier == "backup@home")
    #expect(folders.load().set.isComplete)
  }

  @Test("The template of the highest directory counts, wherever the link leads, and may hide all instances")
  func highest() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/backup@.task", Self.template)
    // It leads nowhere by itself.
    try Self.link(folders, "user/backup@home.task", to: "backup@.task")
    #expect(try Self.only(folders.load()).request.title == "Backup of home with backup, 100%")
    try folders.write("system/backup@.task", "[Task]\nTitle=Other %i\nCommand=/bin/true\n")
    #expect(try Self.only(folders.load()).request.title == "Other home")
    try folders.write("user/backup@.task", "")
    let hidden = folders.load()
    #expect(hidden.set.declarations == [] && hidden.problems == [] && hidden.set.unreadable == [])
  }

  @Test("A link to a template outside of the directories is read where it leads")
  func outside() throws {
    let folders = try TaskFolders()
    try folders.write("elsewhere/backup@.task", Self.template)
    try Self.link(folders, "user/backup@home.task", to: folders.folder.path("elsewhere/backup@.task"))
    #expect(try Self.only(folders.load()).request.identifier == "backup@home")
  }

  @Test("A file of the instance's own name counts instead, with the same specifiers and drop-ins")
  func own() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/backup@.task", Self.template)
    try folders.write("user/backup@home.task", "[Task]\nTitle=%i alone\nCommand=/bin/true\n")
    try folders.write("system/backup@.task.d/10.conf", "[Task]\nSubtitle=of %p\n")
    let own = try Self.only(folders.load())
    #expect(own.request.title == "home alone" && own.request.subtitle == "of backup")
    #expect(own.request.template == nil && own.request.identifier == "backup@home")
    try folders.write("user/backup@home.task", "")
    #expect(folders.load().set.declarations == [] && folders.load().problems == [])
  }

  @Test("Drop-ins of the instance and of the template are added by name; of one name the instance's counts")
  func dropIns() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/backup@.task", Self.template)
    for name in ["home", "srv"] { try Self.link(folders, "user/backup@\(name).task", to: "backup@.task") }
    try folders.write("system/backup@.task.d/20.conf", "[Task]\nTitle=template %i\nLabel=L%i\n")
    try folders.write("system/backup@home.task.d/20.conf", "[Task]\nTitle=instance %i\n")
    try folders.write("vendor/backup@home.task.d/10.conf", "[Task]\nTitle=early\nSubtitle=early\n")
    let loaded = folders.load()
    #expect(loaded.problems == [])
    let requests = try loaded.set.declarations.map {
      try SchedulerAPI.Wire.TaskRequest(payload: $0.payload)
    }
    #expect(requests.map(\.title) == ["instance home", "template srv"])
    #expect(requests.map(\.label) == [nil, "Lsrv"])
    #expect(requests.map(\.subtitle) == ["early", nil])
    let path = try folders.write("user/backup@home.task.d/30.conf", "[Task]\nTitle=%q\n")
    let bad = folders.load()
    #expect(
      bad.problems.map(\.description) == [
        "\(path):2: Title=: '%q' is no specifier; allowed is %i, %I, %p, %n, and %% for a percent sign, "
          + "for example 100%%"
      ])
    #expect(bad.set.unreadable == ["backup@home.task"])
    #expect(bad.set.declarations.map(\.request.identifier) == ["backup@srv"])
  }

  @Test("What is wrong in a template is said once, with its line, and keeps all instances as they were")
  func errors() throws {
    let folders = try TaskFolders()
    let path = try folders.write("vendor/backup@.task", "[Task]\nEvery=%i\nCommand=/bin/true\nColour=red\n")
    for name in ["1d", "2d", "often"] {
      try Self.link(folders, "user/backup@\(name).task", to: "backup@.task")
    }
    let loaded = folders.load()
    #expect(loaded.problems.filter { $0.line == 4 }.count == 1)
    #expect(loaded.problems.filter { $0.line == 2 }.map(\.file) == [path])
    #expect(loaded.set.unreadable == ["backup@1d.task", "backup@2d.task", "backup@often.task"])
  }

  @Test("What a template calls its tasks has to name the instance, so no two of them are called the same")
  func identifiers() throws {
    let folders = try TaskFolders()
    try Self.link(folders, "user/b@x.task", to: "b@.task")
    try Self.link(folders, "user/b@y.task", to: "b@.task")
    for (text, expected) in [
      ("org.example.%i.backup", ["org.example.x.backup", "org.example.y.backup"]), ("%n", ["b@x", "b@y"]),
      ("%i", ["x", "y"]),
    ] {
      try folders.write("user/b@.task", "[Task]\nIdentifier=\(text)\nCommand=/bin/true\n")
      #expect(folders.load().set.declarations.map(\.request.identifier) == expected)
    }
    for text in ["backup", "%p", "a%%i"] {
      let path = try folders.write("user/b@.task", "[Task]\nIdentifier=\(text)\nCommand=/bin/true\n")
      let loaded = folders.load()
      #expect(loaded.set.declarations == [])
      #expect(
        loaded.problems.contains {
          $0.description
            == "\(path):2: Identifier=: found \(text), which would be the name of each instance; "
            + "allowed is a name with %i in it"
        }, "\(loaded.problems)")
    }
    // Of another file's name it is an error as ever.
    try folders.write("user/b@.task", "[Task]\nIdentifier=org.%i\nCommand=/bin/true\n")
    try folders.write("user/a.task", "[Task]\nIdentifier=org.x\nCommand=/bin/true\n")
    #expect(folders.load().set.unreadable == ["b@x.task"])
  }

  @Test("A percent sign is one in files that are no templates")
  func plain() throws {
    let loaded = try TaskFolders.read("[Task]\nTitle=100% %i %%\nCommand=/bin/date +%F\n", name: "a.task")
    let request = try Self.only(loaded).request
    #expect(request.title == "100% %i %%" && request.command?.argv == ["/bin/date", "+%F"])
  }

  @Test(
    "A hostile name of an instance is refused with the rule and another name",
    arguments: [
      ("b@a b.task", "'a b'", "a_b"), ("b@...task", "'..'", "home"), ("b@-x.task", "'-x'", "home"),
      ("b@x\u{1B}[2J.task", #"'x\x1b[2J'"#, "x__2J"), ("b@x@y.task", "'x@y'", "x_y"),
      ("b@%i%i.task", "'%i%i'", "_i_i"), ("b@ö.task", "'ö'", "_"),
      (#"b@a\x2db.task"#, #"'a\x2db'"#, "a_x2db"),
      ("b@" + String(repeating: "x", count: 240) + "..task", "'xxx", String(repeating: "x", count: 64)),
    ])
  func hostile(name: String, found: String, mended: String) throws {
    let folders = try TaskFolders()
    try folders.write("user/b@.task", Self.template)
    try Self.link(folders, "user/\(name)", to: "b@.task")
    let loaded = folders.load()
    #expect(loaded.set.declarations == [] && loaded.set.unreadable == [name])
    let text = try #require(loaded.problems.first?.text)
    #expect(text.hasPrefix(found) && text.contains(" is no name of an instance; allowed is parts of ASCII"))
    #expect(text.hasSuffix("for example \(mended)"), "\(text)")
  }

  @Test("A link that leads to no template or to another one says what it should be")
  func badLinks() throws {
    let folders = try TaskFolders()
    try folders.write("user/other@.task", Self.template)
    try Self.link(folders, "user/a@x.task", to: "a@.task")
    try Self.link(folders, "user/b@x.task", to: "other@.task")
    try Self.link(folders, "user/plain.task", to: "other@.task")
    try Self.link(folders, "user/c d@x.task", to: "c d@.task")
    let loaded = folders.load()
    #expect(loaded.set.declarations == [])
    #expect(loaded.set.unreadable == ["a@x.task", "b@x.task", "plain.task", "c d@x.task"])
    let places = TaskFolders.names.map { folders.folder.path($0) }.joined(separator: ", ")
    #expect(
      loaded.problems.map(\.text) == [
        "is a link to a@.task, which is in none of \(places); write it, or remove the link",
        "is a link to other@.task, whose instances are called other@NAME.task; call it other@x.task",
        "'c d' is no name of a template; allowed is parts of ASCII letters, digits, '-' and '_' with single "
          + "dots between them, no '-' at the beginning, 255 characters with both and the @, for example c_d",
        "is a link to the template other@.task; call it other@NAME.task, with a name of its own",
      ])
  }

  @Test("A user's own directory has templates and instances of its own, and instances of those for all users")
  func personal() throws {
    let folders = try TaskFolders()
    try folders.write("bgtaskd/tasks.d/backup@.task", Self.template)
    try Self.link(folders, "bgtaskd/tasks.d/backup@home.task", to: "backup@.task")
    let places = ConfigurationDirectories(
      isSystem: false, environment: { $0 == "XDG_CONFIG_HOME" ? folders.folder.path : nil }, home: "/")
    let loaded = ConfigurationLoader(places, taskOwner: .user(1000)).load().tasks
    let own = loaded.set.declarations.filter { $0.file.hasPrefix(folders.folder.path) }
    #expect(own.map(\.uid) == [1000] && own.map(\.request.identifier) == ["backup@home"])
  }

  @Test("There are no more instances than there may be files")
  func bounded() throws {
    let folders = try TaskFolders()
    try folders.write("user/b@.task", Self.template)
    for number in 0...TaskFileLoader.mostFiles {
      try Self.link(folders, "user/b@\(10_000 + number).task", to: "b@.task")
    }
    let loaded = folders.load()
    #expect(loaded.set.declarations.count == TaskFileLoader.mostFiles - 1 && !loaded.set.isComplete)
    #expect(loaded.problems.count == 1)
  }

  @Test("In the system's instance an instance can be whose it is named after")
  func users() throws {
    let folders = try TaskFolders()
    try folders.write("system/mail@.task", "[Task]\nUser=%i\nCommand=/bin/true\n")
    try Self.link(folders, "system/mail@daemon.task", to: "mail@.task")
    #expect(folders.load(.system).set.declarations.map(\.uid) == [1])
    try Self.link(folders, "system/mail@nobody-there.task", to: "mail@.task")
    #expect(folders.load(.system).problems.map(\.line) == [2])
  }
}
