import SchedulerAPI
import TestSupport
import Testing

@Suite("The log on the standard error")
struct LogTests {
  @Test("Every line has its priority, and every event one line")
  func lines() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    try client.submit(.later("a").with { $0.title = "a title" })
    try client.submit(.later("a"))
    try client.cancel("a")
    try client.submit(.shell("b", "echo '<0>not a line of the log'; exit 4"))
    _ = try daemon.waitForEnd(of: "b")
    #expect(daemon.stop() == 0)
    let lines = daemon.logText.split(separator: "\n").map(String.init)
    #expect(daemon.logText.hasSuffix("\n"))
    for line in lines { #expect(line.firstMatch(of: /^<[3-6]>.+\.$/) != nil, "\(line)") }
    let expected = [
      "<6>a: submitted; waits: ", "<6>a: submitted again, replaces the earlier request; waits: ",
      "<6>a: cancelled by its owner.", "<6>b: submitted.", "<6>b: starts (attempt 1).",
      "<5>b: completed without success (its program ended with exit status 4)",
      "<5>bgtaskd 0.1.0 listens on \(daemon.socket), ",
      "<5>Ending; running work is told to stop.",
    ]
    for text in expected { #expect(lines.count { $0.hasPrefix(text) } == 1, "\(text)") }
    #expect(lines.count { $0.contains("b: ") } == 3)
    #expect(!daemon.logText.contains("not a line of the log"))
  }
}
