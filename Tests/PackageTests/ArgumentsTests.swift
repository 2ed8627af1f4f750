import Foundation
import TestSupport
import Testing

/// The arguments of the programs, where a library has changed the environment before they begin. Only
/// programs with Swift's library built in, as released ones have it, have ever lost them by that.
@Suite(
  "The arguments of released programs",
  .enabled(if: BuiltProduct.release("bgtaskctl") != nil, "make test builds the programs"))
struct ArgumentsTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    // A daemon that has lost its arguments would serve: it ends where it cannot have a state.
    environment = try ChangedEnvironment.variables(in: folder)
      .merging(["STATE_DIRECTORY": "/dev/null/none", "BGTASKD_SOCKET": folder.path("socket")]) { $1 }
  }

  private func url(_ program: String) throws -> URL { try #require(BuiltProduct.release(program)) }

  private func run(_ program: String, _ arguments: String...) throws -> FinishedProgram {
    try FinishedProgram.run(try url(program), arguments, environment: environment)
  }

  @Test(
    "A program has its arguments",
    arguments: ["bgtaskd", "bgtaskctl", "bgtask-fleet", "bgtask-helper", "bgtask-transfer"])
  func version(program: String) throws {
    let run = try run(program, "--version")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("\(program) "), "\(run.output)\(run.errors)")
  }

  @Test("The daemon's configuration is the one that is named, and no other")
  func configuration() throws {
    let file = try folder.write("bgtaskd.conf", "[Nonsense]\n")
    let run = try run("bgtaskd", "--user", "--config", file, "--check-configuration")
    #expect(run.errors.contains(file), "\(run.errors)")
  }

  @Test("An argument is empty, the last one too, or no text")
  func odd() throws {
    let run = try run("bgtaskctl", "")
    #expect(run.errors.contains("unknown verb ''"), "\(run.errors)")
    let bytes = try FinishedProgram.run(
      URL(filePath: "/bin/sh"), ["-c", #""$0" "$(printf 'a\377')""#, try url("bgtaskctl").path()],
      environment: environment)
    #expect(bytes.errors.contains(#"$'a\xff'"#), "\(bytes.errors)")
  }

  @Test("A program knows the name that it was called by")
  func name() throws {
    let link = folder.path("bgtask-helper")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try url("bgtaskctl").path())
    let run = try FinishedProgram.run(URL(filePath: link), ["--version"], environment: environment)
    #expect(run.output.hasPrefix("bgtask-helper "), "\(run.output)\(run.errors)")
  }

  @Test("A helper looks for its display", arguments: ["bgtask-idle-wayland", "bgtask-idle-x11"])
  func helper(program: String) throws {
    let run = try FinishedProgram.run(
      try url(program), ["1000"],
      environment: environment.merging(["DISPLAY": "none", "WAYLAND_DISPLAY": folder.path("none")]) { $1 })
    // The display is not there; 64 would say that the helper does not know the pause.
    #expect(run.status == 3)
  }
}
