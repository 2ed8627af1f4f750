import Foundation
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("On behalf of other users")
struct OnBehalfTests {
  private static func call(_ method: String, _ parameters: String, more: Bool = false) -> String {
    #"{"method":"io.bgtaskd.Scheduler.\#(method)","parameters":\#(parameters)"#
      + (more ? #","more":true}"# : "}")
  }

  private static func submit(_ user: String?, _ identifier: String = "org.example.a") -> String {
    let behalf = user.map { #","user":"\#($0)""# } ?? ""
    return call(
      "Submit",
      #"{"request":{"identifier":"\#(identifier)","kind":"processing","earliestBeginUSec":4000000000000000}"#
        + behalf + "}")
  }

  private static func talk(_ daemon: DaemonProcess, as user: String, _ messages: String...) throws -> [String]
  {
    let run = try OtherUsers.run("talk.py", as: user, [daemon.socket] + messages)
    try #require(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// The system's instance with these rules, where there are other users.
  private static func daemon(_ rules: String) throws -> DaemonProcess? {
    if let obstacle = OtherUsers.obstacle {
      leaveOut(obstacle)
      return nil
    }
    let folder = try TemporaryFolder(permissions: 0o711)
    try folder.write("applications.d/one.conf", "[Application]\nPermittedIdentifiers=org.example.*\n")
    return try DaemonProcess(
      folder: folder, configuration: DaemonProcess.quick + "[Server]\n" + rules, socketName: "run/socket",
      arguments: ["--system"])
  }

  @Test("On behalf of another: only whom the administrator names, and then as that user")
  func permissions() throws {
    guard let daemon = try Self.daemon("AllowSubmitFor=nobody:bin 65533:2\nAllowSubmitFor=nobody:sync\n")
    else { return }
    // It goes further then: no program of that user handles it, and bin is a service.
    for (caller, user) in [("65534", "bin"), ("65534", "2"), ("65534", "sync"), ("65533", "bin")] {
      let answer = try Self.talk(daemon, as: caller, Self.submit(user))[0]
      let uid = user == "sync" ? 4 : 2
      #expect(answer.contains("NotPermitted") && answer.contains("no program of user \(uid)"), "\(answer)")
    }
    for (caller, user) in [
      ("65534", "root"), ("65534", "0"), ("65533", "sync"), ("3", "bin"), ("2", "nobody"),
    ] {
      for message in [
        Self.submit(user), Self.call("Get", #"{"identifier":"a","user":"\#(user)"}"#),
        Self.call("List", #"{"user":"\#(user)"}"#), Self.call("History", #"{"user":"\#(user)"}"#),
        Self.call("Cancel", #"{"identifier":"a","user":"\#(user)"}"#),
        Self.call("Explain", #"{"identifier":"a","user":"\#(user)"}"#),
        Self.call("Output", #"{"runId":"0123456789abcdef0123456789abcdef","user":"\#(user)"}"#),
        Self.call("RenewLease", #"{"identifier":"a","trustedUntilUSec":9,"user":"\#(user)"}"#),
        Self.call("SubmitBatch", #"{"requests":[],"user":"\#(user)"}"#),
        Self.call("Watch", #"{"confirm":true,"user":"\#(user)"}"#, more: true),
      ] {
        let answer = try Self.talk(daemon, as: caller, message)[0]
        #expect(
          answer.contains("PermissionDenied") && answer.contains("AllowSubmitFor="), "\(message): \(answer)")
      }
    }
    // Everybody is oneself, by number and by name.
    for user in ["65534", "nobody"] {
      #expect(try Self.talk(daemon, as: "65534", Self.submit(user))[0].contains("no program of user 65534"))
    }
  }

  @Test("Who acts as root, because an entry says so, does what root may, and the journal says who it was")
  func actsAsRoot() throws {
    guard let daemon = try Self.daemon("AllowSubmitFor=nobody:root\n") else { return }
    let root = try daemon.client()
    let made = daemon.folder.path("made")
    let until = SystemClock.bootUSec + 1_000_000_000
    let request =
      #"{"identifier":"a","kind":"processing","trustedUntilUSec":\#(until),"#
      + #""command":{"argv":["/usr/bin/touch","\#(made)"]}}"#
    let behalf = #""user":"root"}"#
    let answers = try Self.talk(
      daemon, as: "65534", Self.call("Submit", #"{"request":\#(request),"# + behalf),
      Self.call("Submit", #"{"request":\#(request)}"#))
    #expect(answers[0].contains(#""uid":0"#))
    #expect(answers[1].contains("cannot run commands as user 65534"))
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.success == true && FileManager.default.fileExists(atPath: made))
    #expect(daemon.waitForLog("a: submitted by user 65534 for its owner"))
    try root.submit(.later("b").with { $0.trustedUntilUSec = until })
    let seen = try Self.talk(
      daemon, as: "65534", Self.call("List", "{" + behalf), Self.call("List", "{}"),
      Self.call("Get", #"{"identifier":"b","# + behalf), Self.call("Get", #"{"identifier":"b"}"#),
      Self.call("History", #"{"identifier":"a","# + behalf), Self.call("History", #"{"identifier":"a"}"#),
      Self.call("Output", #"{"runId":"\#(run.runId)","# + behalf),
      Self.call("Output", #"{"runId":"\#(run.runId)"}"#),
      Self.call("Explain", #"{"identifier":"b","# + behalf),
      Self.call("RenewLease", #"{"identifier":"b","trustedUntilUSec":\#(until),"# + behalf),
      Self.call("RenewLease", #"{"identifier":"b","trustedUntilUSec":\#(until)}"#),
      Self.call("Cancel", #"{"identifier":"b"}"#), Self.call("Cancel", #"{"identifier":"b","# + behalf))
    #expect(seen[0].contains(#""identifier":"b""#) && seen[1] == #"{"parameters":{"tasks":[]}}"#)
    #expect(seen[2].contains(#""state":"waiting""#) && seen[3].contains("NoSuchTask"))
    #expect(seen[4].contains(run.runId) && !seen[5].contains(run.runId))
    #expect(seen[6].contains(#""output":""#) && seen[7].contains("NoSuchRun"))
    #expect(seen[8].contains("earliestBegin"))
    #expect(seen[9] == #"{"parameters":{}}"# && seen[10].contains("NoSuchTask"))
    #expect(seen[11].contains("NoSuchTask") && seen[12] == #"{"parameters":{}}"#)
    #expect(try root.tasks().isEmpty)
  }

  @Test("Root acts for every user that there is; names that are none, and uid 4294967295, are refused")
  func root() throws {
    guard let daemon = try Self.daemon("DenyUsers=games\n") else { return }
    for user in ["bin", "2"] {
      #expect(try Self.talk(daemon, as: "0", Self.submit(user))[0].contains("no program of user 2"))
    }
    let long = String(repeating: "x", count: 100_000)
    for user in ["nosuchuser", "4294967295", "4294967296", "-1", "+2", "123456", "", long] {
      let answer = try Self.talk(daemon, as: "0", Self.submit(user))[0]
      #expect(
        answer.contains("InvalidRequest") && answer.contains(#""field":"user""#) && answer.utf8.count < 500,
        "\(user.prefix(20)): \(answer)")
      let denied = try Self.talk(daemon, as: "65534", Self.submit(user))[0]
      #expect(denied.contains("PermissionDenied") && denied.utf8.count < 500, "\(denied)")
    }
    #expect(try Self.talk(daemon, as: "0", Self.submit("games"))[0].contains("DenyUsers="))
    #expect(try Self.talk(daemon, as: "0", Self.submit("root"))[0].contains("no program of user 0"))
  }

  @Test("A daemon that runs as an ordinary user acts for that user only")
  func ordinaryUser() throws {
    // Root is the daemon's own user here; what an ordinary one may is asked of the rules themselves.
    guard let daemon = try Self.daemon("") else { return }
    #expect(try Self.talk(daemon, as: "65534", Self.submit("root"))[0].contains("PermissionDenied"))
  }

  @Test("A reload takes permissions back at once")
  func reload() throws {
    guard let daemon = try Self.daemon("AllowSubmitFor=nobody:bin\n") else { return }
    #expect(try Self.talk(daemon, as: "65534", Self.submit("bin"))[0].contains("no program of user 2"))
    try daemon.folder.write("bgtaskd.conf", DaemonProcess.quick + "[Server]\nAllowSubmitFor=\n")
    try daemon.reload()
    #expect(try Self.talk(daemon, as: "65534", Self.submit("bin"))[0].contains("PermissionDenied"))
  }
}
