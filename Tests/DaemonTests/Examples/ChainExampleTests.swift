import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("The example of a chain: backup, prune, check")
struct ChainExampleTests {
  private static let names = ["backup", "prune", "check"].map { "org.example.restic.\($0)" }

  /// The files as they are handed out, with another program and date, for whoever runs the test.
  private static func daemon(restic: String) throws -> DaemonProcess {
    let folder = try TemporaryFolder()
    try folder.write("restic", "#!/bin/sh\n" + restic, executable: true)
    for name in names {
      let text = try Repository.text("config/examples/chain/\(name).task")
        .replacing("/usr/bin/restic", with: folder.path("restic"))
        .replacing("OnCalendar=03:00", with: "OnCalendar=*-*-* *:*:*").replacing(
          "RandomizedDelay=30min\n", with: ""
        )
        .replacing("User=root", with: "User=\(NSUserName())")
      try folder.write("tasks.d/\(name).task", text)
    }
    return try .calm(folder: folder)
  }

  @Test("Each begins when the one before it has succeeded, each time, and none beside another")
  func inOrder() throws {
    // Whoever finds another one at work writes that down.
    let daemon = try Self.daemon(
      restic: """
        cd "${0%/*}" && mkdir lock || echo "$1 beside another" >>mistakes
        echo "$1" >>log
        rmdir lock

        """)
    for name in Self.names.reversed() { #expect(try daemon.waitForEnd(of: name)?.success == true) }
    let second = try #require(try daemon.waitForEnd(of: Self.names[2], attempts: 2))
    #expect(second.success == true)
    let log = try String(contentsOfFile: daemon.folder.path("log"), encoding: .utf8).split(separator: "\n")
    // Backups come round by themselves; between two of a later link there is one of the link before it.
    for (first, next) in [("backup", "forget"), ("forget", "check")] {
      var lead = 0
      for word in log {
        if word == first { lead += 1 }
        if word == next {
          #expect(lead > 0, "\(next) without \(first): \(log)")
          lead = 0
        }
      }
    }
    #expect(log.count { $0 == "check" } >= 2)
    #expect(!FileManager.default.fileExists(atPath: daemon.folder.path("mistakes")))
    let tree = try daemon.control("list", "--tree", environment: ["LANG": "C.UTF-8"])
    #expect(tree.output.contains("└ "), "\(tree.output)")
  }

  @Test("When a backup fails nothing follows, and explain says what it waits for")
  func failure() throws {
    let daemon = try Self.daemon(restic: "exit 1\n")
    #expect(try daemon.waitForEnd(of: Self.names[0])?.success == false)
    let why = try daemon.control("explain", Self.names[1])
    #expect(why.output.contains("it comes after org.example.restic.backup, which has not succeeded since"))
    #expect(try daemon.client().runs(identifier: Self.names[1]).isEmpty)
  }
}
