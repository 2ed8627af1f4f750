import TestSupport
import Testing

@testable import Control

@Suite("probe")
struct ProbeVerbTests {
  @Test("The answer is the exit status, and what was found is said")
  func answers() throws {
    let folder = try TemporaryFolder()
    let rows: [(String, Control.ExitStatus, String)] = [
      ("exists \(folder.path)", .success, "yes"),
      ("exists \(folder.path)/x", .no, "No such file or directory"),
      ("mounted /proc/", .success, "yes"), ("mounted \(folder.path)", .no, "nothing is mounted there"),
      ("storage / >= 0", .success, " free"), ("storage / > 100%", .no, "% free"),
      ("storage /no/such/path >= 1", .temporary, "No such file or directory"),
      ("load >= 0 per core", .success, " per core"), ("load > 1000 per core", .no, " per core"),
      ("reachable 127.0.0.1:1", .no, "Connection refused"),
      ("reachable \"[::1]:1\"", .no, "Connection refused"),
    ]
    for (condition, status, words) in rows {
      let run = ControlRun.helper(["probe", condition])
      #expect(run.status == status && run.output.contains(words), "\(condition): \(run.output)\(run.errors)")
    }
    let json = ControlRun.helper(["--json", "probe", "exists \(folder.path)"])
    #expect(json.output == "{\"holds\":true,\"observed\":\"yes\"}\n")
    let unknown = ControlRun.helper(["--json", "probe", "storage /no/such/path >= 1"])
    #expect(unknown.output == "{\"observed\":\"No such file or directory\"}\n")
  }

  @Test("Nothing is asked but one condition that has to be asked")
  func misuse() {
    for (text, words) in [
      ("idle", "allowed is one of storage, mounted, exists, reachable, load"),
      ("exists /x and exists /y", "allowed is one of"), ("not exists /x", "allowed is one of"),
      ("check \"/bin/true\"", "run it yourself"), ("exist /x", "did you mean exists?"),
    ] {
      let run = ControlRun.helper(["probe", text])
      #expect(run.status == .usage && run.errors.contains(words), "\(text): \(run.errors)")
    }
  }
}
