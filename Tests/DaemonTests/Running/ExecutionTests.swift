import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Programs, run by the built daemon")
struct ExecutionTests {
  @Test("A program runs, its output is kept and its end is in the history")
  func completes() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.client()
    let request = Wire.TaskRequest(
      identifier: "org.example.hello", kind: .processing,
      command: Wire.Command(argv: ["/bin/sh", "-c", "echo hello $BGTASK_IDENTIFIER; echo oops >&2"]))
    let task = try client.submit(request)
    let run = try #require(try daemon.waitForEnd(of: "org.example.hello"))
    #expect(run.outcome == .completed)
    #expect(run.success == true)
    #expect(run.exitStatus == 0)
    #expect(run.runId == task.runId)
    #expect(try client.output(runId: run.runId).output == "hello org.example.hello\noops\n")
    #expect(try client.tasks().isEmpty)
  }
}
