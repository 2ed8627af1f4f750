import Foundation
import TestSupport
import Testing

/// The faults that `make mutations` puts back stand in patches, which have to follow the code.
struct MutationTests {
  @Test("Every fault that the simulated world must find can be put back")
  func patches() throws {
    let patches = try Repository.files(below: "Tests/Mutations", suffix: ".patch")
    #expect(patches.count >= 10)
    for patch in patches {
      let run = try FinishedProgram.run(
        URL(filePath: "/usr/bin/patch"),
        [
          "--dry-run", "--force", "--quiet", "--strip", "1", "--directory", Repository.root.path(), "--input",
          Repository.root.appending(path: patch).path(),
        ])
      #expect(run.status == 0, "\(patch): \(run.output)")
    }
  }

  @Test("The world that is built apart has every room that its parts name")
  func rooms() throws {
    let script = try Repository.text("Tests/World/package.sh")
    let copied = try #require(script.firstMatch(of: /cp -r Sources\/\{([^}]*)\}/)).1.split(separator: ",")
      .map(String.init)
    let support = try #require(script.firstMatch(of: /cp Tests\/TestSupport\/\{([^}]*)\}/)).1.split(
      separator: ",")
    let world = try ["SimulatedWorldTests", "SchedulerCoreTests"].flatMap {
      try Repository.files(below: "Tests/\($0)", suffix: ".swift")
    }
    let files =
      try copied.flatMap { try Repository.files(below: "Sources/\($0)", suffix: ".swift") } + world
      + support.map { "Tests/TestSupport/\($0).swift" }
    let ours = Set(try Repository.folders(in: "Sources"))
    let known = Set(copied + ["TestSupport", "Daemon"])
    for file in files {
      let imports = try Repository.text(file).matches(of: /import (\w+)/).map { String($0.1) }
      let missing = imports.filter { ours.contains($0) && !known.contains($0) }
      #expect(missing.isEmpty, "\(file) imports \(missing), which Tests/World/package.sh does not copy")
    }
  }

  @Test("What the world takes of the tests' support is whole")
  func support() throws {
    let script = try Repository.text("Tests/World/package.sh")
    let files = try #require(script.firstMatch(of: /cp Tests\/TestSupport\/\{([^}]*)\}/)).1.split(
      separator: ",")
    // The compiler leaves something behind where temporary files go.
    let folder = try TemporaryFolder()
    let run = try FinishedProgram.run(
      URL(filePath: "/usr/bin/env"),
      [
        "swiftc", "-typecheck", "-parse-as-library", "-package-name", "world", "-module-cache-path",
        folder.path("cache"),
      ] + files.map { Repository.root.appending(path: "Tests/TestSupport/\($0).swift").path() },
      environment: ["TMPDIR": folder.path])
    #expect(run.status == 0, "\(run.errors)")
  }
}
