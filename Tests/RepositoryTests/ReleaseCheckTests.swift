import Foundation
import TestSupport
import Testing

/// `make release-check` holds a version against the last one.
@Suite("Before a version is made")
struct ReleaseCheckTests {
  private static let protocolFile = "Sources/SchedulerAPI/io.bgtaskd.Scheduler.varlink"
  private static let files = [
    protocolFile, "Sources/SchedulerAPI/Interface/ProductVersion.swift", "config/debian/changelog",
    "config/bgtaskd.conf", "config/examples/org.example.backup.task",
  ]

  @Test("What is there still, with a new entry in the change log and a new number, is a version")
  func passes() throws {
    let folder = try Self.checkout()
    try Self.change(folder, "config/debian/changelog", "@VERSION@", "0.2.0")
    try Self.change(folder, "Sources/SchedulerAPI/Interface/ProductVersion.swift", "0.1.0", "0.2.0")
    try Self.change(folder, Self.protocolFile, "method Submit(", "method Another() -> ()\nmethod Submit(")
    let run = try Self.check(folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("Version 0.2.0 may be made after v0.1.0"))
  }

  @Test("Whatever is gone or is not said is named, all of it at once")
  func refuses() throws {
    let folder = try Self.checkout()
    try Self.change(folder, Self.protocolFile, "  stop: ?bool", "  stops: ?bool")
    try Self.change(folder, Self.protocolFile, "type Kind (refresh, ", "type Kind (")
    try Self.change(folder, "config/bgtaskd.conf", "#MaxConcurrentRuns=", "#MostRuns=")
    let run = try Self.check(folder)
    #expect(run.status == 1)
    #expect(
      run.errors == """
        release-check: v0.1.0 is a version already: raise the number in ProductVersion.swift
        release-check: the change log says nothing new since v0.1.0
        release-check: the protocol of v0.1.0 has Kind.refresh, which is gone
        release-check: the protocol of v0.1.0 has Pause.stop, which is gone
        release-check: config/bgtaskd.conf of v0.1.0 has MaxConcurrentRuns=, which is gone

        """)
  }

  @Test("A file that the last version does not have is no file without a difference")
  func unknownFile() throws {
    let folder = try Self.checkout()
    try Self.git(folder, ["mv", Self.protocolFile, "old.varlink"])
    try Self.commit(folder)
    try Self.git(folder, ["tag", "-f", "v0.1.0"])
    try folder.write(Self.protocolFile, Repository.text(Self.protocolFile))
    try Self.commit(folder)
    let run = try Self.check(folder)
    #expect(run.status == 1 && run.errors.contains("\(Self.protocolFile) is not in v0.1.0"), "\(run.errors)")
  }

  /// Returns a checkout whose first version has this tree's files.
  private static func checkout() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in files { try folder.write(file, Repository.text(file)) }
    try git(folder, ["init", "-q"])
    try commit(folder)
    try git(folder, ["tag", "v0.1.0"])
    return folder
  }

  private static func change(_ folder: TemporaryFolder, _ file: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: folder.path(file), encoding: .utf8)
    #expect(text.contains(old), "\(file)")
    try folder.write(file, text.replacing(old, with: new))
    try commit(folder)
  }

  private static func commit(_ folder: TemporaryFolder) throws {
    try git(folder, ["add", "-A"])
    try git(folder, ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a"])
  }

  private static func git(_ folder: TemporaryFolder, _ arguments: [String]) throws {
    let run = try FinishedProgram.run(
      URL(filePath: "/usr/bin/git"), ["-C", folder.path] + arguments)
    #expect(run.status == 0, "\(run.errors)")
  }

  private static func check(_ folder: TemporaryFolder) throws -> FinishedProgram {
    let script = Repository.root.appending(path: "Tests/release-check.sh")
    return try FinishedProgram.run(URL(filePath: "/bin/bash"), [script.path(), folder.path])
  }
}
