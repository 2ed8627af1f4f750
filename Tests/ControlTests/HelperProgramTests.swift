import Foundation
import SchedulerAPI
import TestSupport
import Testing

@testable import Control

@Suite("bgtask-helper")
struct HelperProgramTests {
  private static let verbs = ["act", "probe", "look", "read-files", "generate"]

  @Test("What only the daemon and systemd call is no verb of people's, and help does not have it")
  func apart() {
    #expect(Self.verbs.allSatisfy { CommandSet.helper.verb($0) != nil && CommandSet.control.verb($0) == nil })
    let help = ControlRun.run(["help"]).output
    for verb in Self.verbs {
      #expect(!help.contains("\n  \(verb) "))
      #expect(ControlRun.run([verb]).errors.contains("unknown verb '\(verb)'"))
    }
  }

  @Test("It explains itself by its own name, and says what is wrong by it")
  func name() {
    let help = ControlRun.helper(["help"])
    #expect(help.output.hasPrefix("Usage: bgtask-helper ") && help.output.contains("\n  probe CONDITION"))
    #expect(ControlRun.helper(["probe", "--help"]).output.contains("\n  bgtask-helper probe "))
    for (words, problem) in [
      (["act"], "act needs --trigger and --of"),
      (
        ["act", "--trigger", "sometimes", "--of", "a", "--", "/bin/true"],
        "--trigger: 'sometimes' is none of failure, success, overdue"
      ),
      (["act", "--trigger", "failure", "--of", "a"], "act needs a program after --"),
      (["generate"], "generate needs DIRECTORY [EARLY LATE]"),
      (["submit"], "unknown verb 'submit'"), ([], "a verb is missing"),
    ] {
      let run = ControlRun.helper(words)
      #expect(run.status == .usage)
      #expect(run.unwrappedErrors.hasPrefix("bgtask-helper: \(problem)"), "\(run.errors)")
      #expect(run.errors.contains("\n  bgtask-helper ") && !run.errors.contains("bgtaskctl"))
    }
    #expect(ControlRun.helper(["version"]).output == "bgtask-helper \(ProductVersion.number)\n")
  }

  @Test("What an earlier daemon has stored calls bgtaskctl for it, and gets the same")
  func earlierName() throws {
    let folder = try TemporaryFolder()
    let control = BuiltProgram.path
    let old = try BuiltProgram.run([control, "probe", "exists \(folder.path)"])
    let new = try BuiltProgram.run(
      [BuiltProduct.url("bgtask-helper").path(), "probe", "exists \(folder.path)"])
    #expect(old.status == 0 && old.output == new.output && !new.output.isEmpty)
  }
}
