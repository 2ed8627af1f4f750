import Foundation
import TestSupport
import Testing

@testable import Control

@Suite("Completions")
struct CompletionTests {
  @Test("The files in config/completions are what the program prints", arguments: CompletionShell.allCases)
  func files(shell: CompletionShell) throws {
    let run = ControlRun.run(["completion", shell.rawValue])
    #expect(run.status == .success)
    if getenv("BGTASKD_GENERATE") != nil {
      try run.output.write(
        toFile: Repository.path("config/completions/\(shell.fileName)"), atomically: true, encoding: .utf8)
    }
    let result = try BuiltProgram.run(
      ["cat", Repository.path("config/completions/\(shell.fileName)")])
    #expect(result.output == run.output, "run: make generate")
  }

  private static func isInstalled(_ shell: CompletionShell) -> Bool {
    ["/usr/bin/", "/bin/"].contains { access($0 + shell.rawValue, X_OK) == 0 }
  }

  @Test(
    "The shell takes its script (skipped for shells that are not installed)",
    arguments: CompletionShell.allCases.filter(isInstalled))
  func syntax(shell: CompletionShell) throws {
    let directory = try TemporaryFolder()
    let path = try directory.write("script", (shell.script + "\n").utf8)
    let result = try BuiltProgram.run([shell.rawValue, "-n", path])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test("Every verb and every option is in every script", arguments: CompletionShell.allCases)
  func complete(shell: CompletionShell) {
    let script = shell.script
    for verb in CommandSet.control.verbs + CommandSet.fleet.verbs {
      #expect(script.contains(verb.name))
      for option in verb.options + CommandTable.globals {
        for name in option.longForms {
          #expect(script.contains(shell == .fish ? "-l \(name) " : "--\(name)"), "\(name)")
        }
      }
    }
  }

  @Test("zsh offers an option again whose values add up, and no other")
  func repeatable() {
    let options = SubmitVerb.specification.options
    let repeatable = [
      "calendar", "on-path-changed", "after", "after-any", "environment", "environment-file",
      "load-credential", "set-credential-encrypted",
    ]
    #expect(Set(options.filter(\.isRepeatable).map(\.name)) == Set(repeatable))
    let script = CompletionShell.zsh.script
    for option in options where option.takesValue {
      #expect(script.contains("'*--\(option.name)=") == option.isRepeatable, "\(option.name)")
    }
  }

  /// Asks bash as it asks itself: words, and the one that is written.
  private func bash(_ words: String...) throws -> [String] {
    let directory = try TemporaryFolder()
    let path = try directory.write("script", (CompletionShell.bash.script + "\n").utf8)
    _ = try directory.write(
      "bgtaskctl", "#!/bin/sh\nprintf '%s\\n' org.a org.b b@x b@y 'x$(touch \(directory.path)/evil)'\n".utf8,
      mode: 0o755)
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let result = try BuiltProgram.run(
      [
        "bash", "--norc", "-c",
        """
        PATH=\(directory.path):$PATH; . \(path); compopt() { :; }
        COMP_WORDS=(bgtaskctl \(quoted)); COMP_CWORD=\(words.count); _bgtaskctl
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    #expect(result.errors.isEmpty, "\(result.errors)")
    #expect(access("\(directory.path)/evil", F_OK) != 0)
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("The scripts ask the database only for names, and with options that there are")
  func questions() {
    for command in [CompletionShell.listFleetTasks, CompletionShell.listFleetMachines] {
      let words = command.split(separator: " ").dropFirst().dropLast().map(String.init)
      let run = ControlRun.run(
        words,
        fleet: { call, _ in
          let lists = [
            "list_1": #"{"tasks": [\#(Self.task)]}"#,
            "machines_1": #"{"machines": [{"machine": "1", "name": "m1", "state": "left", "granted": 0}]}"#,
          ]
          return (0, Array((lists[call[1]] ?? "").utf8), "")
        })
      #expect(run.status == .success && ["org.x\n", "m1\n"].contains(run.output), "\(run)")
    }
  }

  private static let task = #"""
    {"task": 1, "identifier": "org.x", "user": "ops", "group": "all", "mode": "once", "attempts": 3,
     "requirements": "", "state": "waiting", "waiting": 1, "granted": 0, "submittedUSec": 1}
    """#

  @Test("bash completes verbs, options, values and identifiers")
  func bashCompletes() throws {
    #expect(try bash("su") == ["submit"])
    #expect(try bash("--json", "stat") == ["status"])
    #expect(try bash("--socket", "/x", "stat") == ["status"])
    #expect(try bash("list", "--ide") == ["--identifiers"])
    #expect(try bash("submit", "--kind", "re") == ["refresh"])
    #expect(try bash("submit", "--kind", "=", "re") == ["refresh"])
    #expect(
      try bash("submit", "--kind", "=")
        == ["refresh", "processing", "continued", "transfer"])
    #expect(try bash("show", "org.") == ["org.a", "org.b"])
    #expect(try bash("show", "x").count == 1)
    #expect(try bash("cancel", "org.a", "org.b") == ["org.b"])
    // Bash cuts there, and puts what is offered behind the @.
    #expect(try bash("show", "b") == ["b@x", "b@y"])
    #expect(try bash("show", "b", "@") == ["x", "y"])
    #expect(try bash("run", "b", "@", "y") == ["y"])
    #expect(
      try bash("simulate", "powerS") == [
        "powerSource=external", "powerSource=battery", "powerSource=unknown",
      ])
    #expect(try bash("simulate", "powerSource", "=", "b") == ["battery"])
    #expect(try bash("simulate", "idle", "=") == ["true", "false"])
    #expect(try bash("submit", "-i", "a", "--", "tru").contains("true"))
    #expect(try bash("submit", "--", "tar", "/etc/passw").contains("/etc/passwd"))
    #expect(try bash("completion", "f") == ["fish"])
    // Behind fleet there are verbs with options of their own.
    #expect(try bash("fleet", "dr") == ["drain"])
    #expect(try bash("--json", "fleet", "--color", "never", "mach") == ["machines"])
    #expect(try bash("fleet", "submit", "--ev") == ["--everywhere"])
    #expect(try bash("fleet", "report", "--ht") == ["--html"])
    #expect(try bash("fleet", "submit", "--group", "lab", "--kind", "re") == ["refresh"])
    #expect(try bash("fleet", "submit", "-i", "a", "--", "tar", "/etc/passw").contains("/etc/passwd"))
    #expect(try bash("fleet", "explain", "org.") == ["org.a", "org.b"])
    #expect(try bash("fleet", "drain", "--undo", "b") == ["b@x", "b@y"])
    #expect(try bash("fleet", "forget", "b") == ["b@x", "b@y"])
    #expect(try bash("fleet", "help", "wat") == ["watch"])
    #expect(try bash("fleet", "schema", "").isEmpty)
    #expect(try bash("status", "").isEmpty)
  }
}
