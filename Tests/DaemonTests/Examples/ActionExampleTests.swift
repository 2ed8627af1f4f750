import Foundation
import TestSupport
import Testing

@Suite("The actions that are ready")
struct ActionExampleTests {
  private static let told = [
    "BGTASK_TRIGGER": "failure", "BGTASK_OF": "org.example.backup", "BGTASK_RESULT": "failed (exit 3)",
    "BGTASK_REASON": "its program ended with exit status 3", "BGTASK_JSON": #"{"exitStatus":3}"#,
  ]

  private func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) throws -> FinishedProgram {
    try FinishedProgram.run(
      URL(filePath: Repository.path("config/examples/actions/\(name)")), arguments,
      environment: Self.told.merging(environment) { $1 }, input: input)
  }

  @Test("mail hands sendmail a letter with the report")
  func mail() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "sendmail", "#!/bin/sh\n{ echo \"$*\"; cat; } > \"$0.letter\"\n", executable: true)
    let done = try run(
      "mail", ["root"], environment: ["SENDMAIL": folder.path("sendmail")], input: "It failed.\n")
    #expect(done.status == 0, "\(done.errors)")
    let letter = try String(contentsOfFile: folder.path("sendmail.letter"), encoding: .utf8)
    let lines = letter.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "-i -t" && lines[1] == "To: root")
    #expect(lines[2].hasPrefix("Subject: ") && lines[2].hasSuffix(": org.example.backup failed (exit 3)"))
    #expect(letter.hasSuffix("\n\nIt failed.\n"))
    #expect(try run("mail", []).status != 0)
  }

  @Test("A web hook gets a JSON document")
  func webHook() throws {
    let server = Process()
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = [
      "python3", "-c",
      """
      import http.server
      class Hook(http.server.BaseHTTPRequestHandler):
          def do_POST(self):
              body = self.rfile.read(int(self.headers['Content-Length']))
              self.send_response(204)
              self.end_headers()
              print(self.path, self.headers['Content-Type'], body.decode(), flush=True)
      server = http.server.HTTPServer(('127.0.0.1', 0), Hook)
      print(server.server_address[1], flush=True)
      server.handle_request()
      """,
    ]
    server.standardError = FileHandle.nullDevice
    let output = try server.begin {
      let output = Pipe()
      $0.standardOutput = output
      return output.fileHandleForReading
    }
    let port = String(decoding: output.availableData, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    let done = try run("web-hook", ["http://127.0.0.1:\(port)/hook"])
    #expect(done.status == 0, "\(done.errors)")
    let said = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    server.waitUntilExit()
    #expect(said.contains("/hook application/json {"))
    let document = try JSONSerialization.jsonObject(with: Data(said.drop { $0 != "{" }.utf8))
    let members = try #require(document as? [String: Any])
    #expect(members["trigger"] as? String == "failure" && members["task"] as? String == "org.example.backup")
    #expect((members["report"] as? [String: Any])?["exitStatus"] as? Int == 3)
    // Nobody listens there any more.
    #expect(try run("web-hook", ["--retry", "0"]).status != 0)
  }

  @Test("A desktop shows a notification that stays")
  func desktopNotification() throws {
    let bus = try PrivateBus()
    let desktop = try MockedService(
      "notification_daemon", name: "org.freedesktop.Notifications", on: bus.address)
    try desktop.waitUntilThere()
    let done = try run("desktop-notification", [], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(done.status == 0, "\(done.errors)")
    let calls = try FinishedProgram.run(
      URL(filePath: "/usr/bin/busctl"),
      [
        "--address=\(bus.address)", "call", desktop.name, "/org/freedesktop/Notifications",
        "org.freedesktop.DBus.Mock", "GetMethodCalls", "s", "Notify",
      ])
    #expect(
      calls.output.contains(#"s "org.example.backup: failed (exit 3)""#), "\(calls.output)\(calls.errors)")
    #expect(calls.output.contains(#"s "its program ended with exit status 3""#))
    #expect(calls.output.contains(#""urgency" y 2"#))
  }
}
