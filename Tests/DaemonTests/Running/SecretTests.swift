import Foundation
import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("What a program finds in files that nobody else looks into")
struct SecretTests {
  /// A daemon whose programs are its children, with a directory that is gone after a boot.
  private let daemon: DaemonProcess

  init() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("runtime"), withIntermediateDirectories: true)
    daemon = try .calm(folder: folder, environment: ["XDG_RUNTIME_DIR": folder.path("runtime")])
  }

  /// What the daemon keeps of credentials now: the files, with their directories' names before theirs.
  private var kept: [String] {
    let root = daemon.folder.path("runtime/bgtaskd/credentials")
    return (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  private func output(of identifier: String) throws -> String {
    let run = try #require(try daemon.waitForEnd(of: identifier))
    #expect(run.success == true, "\(run)")
    return try daemon.client().output(runId: run.runId).output
  }

  @Test("Variables of files count more than the request's, later ones more, and the daemon's own most")
  func environment() throws {
    let first = try daemon.folder.write("first", "A=first\nB=first\nPATH=/only/here\nBGTASK_RUN_ID=x\n")
    let second = try daemon.folder.write(
      "second", "# more\nB='second one'\nBGTASKCTL=/bin/false\nexport C=3\n")
    try daemon.client().submit(
      .program("a", "/usr/bin/env").with {
        $0.command?.environment = ["A": "request", "D": "request"]
        $0.command?.environmentFiles = [first, "-\(daemon.folder.path("missing"))", second]
      })
    let variables = Set(try output(of: "a").split(separator: "\n").map(String.init))
    let run = try #require(try daemon.waitForEnd(of: "a"))
    for line in ["A=first", "B=second one", "D=request", "PATH=/only/here", "BGTASK_RUN_ID=\(run.runId)"] {
      #expect(variables.contains(line), "\(line): \(variables)")
    }
    #expect(!variables.contains { $0.hasPrefix("C=") || $0.hasPrefix("BGTASK_FILE") })
    #expect(!variables.contains("BGTASKCTL=/bin/false"))
  }

  @Test("A credential is in a file for its user only, as it is at the start, and goes with the run")
  func credential() throws {
    let password = try daemon.folder.write("password", "hunter2")
    let gate = try NamedPipe(daemon.folder, "gate")
    try daemon.client().submit(
      .shell(
        "a",
        """
        stat -c %a "$CREDENTIALS_DIRECTORY" "$CREDENTIALS_DIRECTORY/the.password"
        cat "$CREDENTIALS_DIRECTORY/the.password"; read line < \(gate.path)
        """
      ).with { $0.command?.credentials = ["the.password": password] })
    let isRunning = try daemon.wait { try $0.get("a").task.state == .running ? true : nil }
    #expect(isRunning == true)
    #expect(kept.map { String($0.split(separator: "/").last ?? "") } == ["the.password"])
    gate.write()
    #expect(try output(of: "a") == "500\n400\nhunter2")
    #expect(kept == [])
    try daemon.folder.write("password", "another")
    let elsewhere = try daemon.folder.write("elsewhere", "CREDENTIALS_DIRECTORY=/\n")
    try daemon.client().submit(
      .shell("b", "cat $CREDENTIALS_DIRECTORY/p").with {
        $0.command?.credentials = ["p": password]
        $0.command?.environmentFiles = [elsewhere]
      })
    #expect(try output(of: "b") == "another")
  }

  @Test("What is in the files is told nobody: not by show, list, history, and not in the state or the log")
  func nowhere() throws {
    let file = try daemon.folder.write("environment", "PASSWORD=hunter2\n")
    let password = try daemon.folder.write("password", "hunter2")
    try daemon.client().submit(
      .shell("a", "test -n \"$PASSWORD\" -a -s $CREDENTIALS_DIRECTORY/p").with {
        $0.repeatDurationUSec = 3_600_000_000
        $0.command?.environmentFiles = [file]
        $0.command?.credentials = ["p": password]
      })
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    for verb in ["list", "history", "show", "timeline", "logs", "explain"] {
      for options in [[], ["--json"]] where !(verb == "logs" && options == ["--json"]) {
        let words = options + [verb] + (["list", "history", "timeline"].contains(verb) ? [] : ["a"])
        let run = try daemon.control(words)
        #expect(!(run.output + run.errors).contains("hunter2"), "\(words)")
      }
    }
    #expect(!daemon.logText.contains("hunter2"))
    #expect(daemon.stop() == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path("state")) {
      let bytes = try Data(contentsOf: URL(filePath: daemon.folder.path("state/\(name)")))
      #expect(bytes.range(of: Data("hunter2".utf8)) == nil, "\(name)")
    }
  }

  @Test("A file that cannot be read is a launch that failed, at once, with its path and why")
  func failures() throws {
    let folder = daemon.folder
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let big = try folder.write("big", [UInt8](repeating: 0x41, count: (1 << 20) + 1))
    let binary = try folder.write("binary", [UInt8]("A=1\nB=\0".utf8))
    let cases: [(file: String, says: String)] = [
      (folder.path("missing"), "there is no such file"),
      (folder.path("pipe"), "Found a pipe, allowed is a file"),
      ("/dev/zero", "Found a device, allowed is a file"), (folder.path("state"), "Is a directory"),
      (big, "more than the 1048576 bytes"),
    ]
    for (number, (file, says)) in cases.enumerated() {
      for isCredential in [false, true] {
        let name = "\(isCredential ? "credential" : "file").\(number)"
        try daemon.client().submit(
          .program(name, "/bin/true").with {
            if isCredential {
              $0.command?.credentials = ["p": file]
            } else {
              $0.command?.environmentFiles = [file]
            }
          })
        let run = try #require(try daemon.waitForEnd(of: name))
        #expect(run.outcome == .launchFailed, "\(name)")
        let message = run.stopReason?.message ?? ""
        #expect(message.contains(file) && message.contains(says), "\(name): \(message)")
      }
    }
    try daemon.client().submit(
      .program("binary", "/bin/true").with { $0.command?.environmentFiles = [binary] })
    #expect(
      try daemon.waitForEnd(of: "binary")?.stopReason?.message.contains(
        "environment file \(binary), line 2: contains a NUL") == true)
    #expect(kept == [])
  }

  @Test("A run that is told to stop while its files are read does not begin")
  func stopped() throws {
    let password = try daemon.folder.write("password", "hunter2")
    let began = daemon.folder.path("began")
    let client = try daemon.client()
    for number in 0..<10 {
      try client.submit(
        .shell("a\(number)", "echo >\(began).\(number); exec sleep 1000").with {
          $0.command?.credentials = ["p": password]
        })
      try client.cancel("a\(number)")
      let run = try #require(try daemon.waitForEnd(of: "a\(number)"))
      #expect(run.outcome == .cancelled || run.outcome == .launchFailed, "\(run)")
    }
    #expect(try client.tasks().isEmpty)
    #expect(kept == [])
  }

  @Test("What a daemon that was killed has left is gone when the next one runs")
  func killed() throws {
    let password = try daemon.folder.write("password", "hunter2")
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(
      .shell("a", "echo >\(ready.path); exec sleep 1000").with { $0.command?.credentials = ["p": password] })
    _ = try ready.read()
    daemon.killHard()
    #expect(kept.count == 1)
    try daemon.start()
    #expect(kept == [])
  }

  @Test("Where no directory is gone after a boot there are none, and where systemd does not decrypt neither")
  func refused() throws {
    let bare = try DaemonProcess.calm(environment: ["XDG_RUNTIME_DIR": nil, "RUNTIME_DIRECTORY": nil])
    let request = Wire.TaskRequest.program("a", "/bin/true")
    for (daemon, request, field) in [
      (bare, request.with { $0.command?.credentials = ["p": "/dev/null"] }, "command.credentials"),
      (
        daemon, request.with { $0.command?.encryptedCredentials = ["p": "V2h4cWh0"] },
        "command.encryptedCredentials"
      ),
    ] {
      let error = #expect(throws: (any Error).self) { try daemon.client().submit(request) }
      #expect("\(String(describing: error))".contains(field), "\(String(describing: error))")
    }
  }
}
