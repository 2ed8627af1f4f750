import TestSupport
import Testing

@Suite("A client that this project did not write")
struct PythonClientTests {
  @Test("The varlink client from PyPI introspects, calls every method, streams and gets errors")
  func pypi() throws {
    guard let python = Script.pythonWithVarlink else {
      leaveOut("no Python has the module varlink (`make test` installs it and sets BGTASKD_PYTHON)")
      return
    }
    let daemon = try DaemonProcess.withApplications(["feeds": "PermittedIdentifiers=org.example.feeds.*"])
    let run = try Script.run("client.py", with: python, daemon.socket)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("every method was called\n"))
  }
}
