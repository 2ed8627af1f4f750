import LinuxSystem
import SchedulerCore
import TaskExecution
import Testing

@Suite("The environment of a task's program")
struct TaskEnvironmentTests {
  private let account = UserAccount(uid: 1000, name: "ann", home: "/home/ann", shell: "/bin/zsh")

  private func variables(inherited: [String: String] = [:], request: [String: String] = [:]) -> [String:
    String]
  {
    TaskEnvironment(socket: "/run/s", bgtaskctl: nil).variables(
      account: account, inherited: { inherited[$0] }, request: request, identifier: "org.example.x",
      run: Bench.run(1), attempt: 2)
  }

  /// - Parameter found: Where there is a bgtaskctl besides.
  private func variables(
    bgtaskctl: String, found: String? = nil, request: [String: String] = [:]
  ) -> [String: String] {
    TaskEnvironment(socket: "/run/s", bgtaskctl: bgtaskctl, isProgram: { $0 == found }).variables(
      account: account, inherited: { _ in nil }, request: request, identifier: "a", run: Bench.run(1))
  }

  @Test("The daemon's own bgtaskctl is found, in the last place, unless there is one in the usual ones")
  func bgtaskctl() {
    let alone = variables(bgtaskctl: "/opt/b/bin/bgtaskctl")
    #expect(alone["PATH"] == TaskEnvironment.path + ":/opt/b/bin")
    #expect(alone["BGTASKCTL"] == "/opt/b/bin/bgtaskctl")
    let beside = variables(bgtaskctl: "/opt/b/bin/bgtaskctl", found: "/usr/bin/bgtaskctl")
    #expect(beside["PATH"] == TaskEnvironment.path)
    #expect(beside["BGTASKCTL"] == "/opt/b/bin/bgtaskctl")
    #expect(variables(bgtaskctl: "/a:b/bgtaskctl")["PATH"] == TaskEnvironment.path)
  }

  @Test("A PATH that the request sets stays as it is; BGTASKCTL does not")
  func ownPath() {
    let own = variables(bgtaskctl: "/opt/b/bgtaskctl", request: ["PATH": "/x", "BGTASKCTL": "/evil"])
    #expect(own["PATH"] == "/x" && own["BGTASKCTL"] == "/opt/b/bgtaskctl")
  }

  @Test("Without anything else it is the user's and the run's")
  func plain() {
    #expect(
      variables() == [
        "HOME": "/home/ann", "USER": "ann", "LOGNAME": "ann", "SHELL": "/bin/zsh",
        "PATH": TaskEnvironment.path,
        "BGTASKD_SOCKET": "/run/s", "BGTASK_IDENTIFIER": "org.example.x", "BGTASK_RUN_ID": Bench.run(1).text,
        "BGTASK_ATTEMPT": "2",
      ])
  }

  @Test("The daemon's language and runtime directory are handed on, nothing else of it is")
  func inherited() {
    let variables = variables(inherited: [
      "LANG": "de_AT.UTF-8", "XDG_RUNTIME_DIR": "/run/user/1000", "SECRET": "x",
    ])
    #expect(variables["LANG"] == "de_AT.UTF-8")
    #expect(variables["XDG_RUNTIME_DIR"] == "/run/user/1000")
    #expect(variables["SECRET"] == nil)
  }

  @Test("A request changes all but what leads back to its run")
  func request() {
    let variables = variables(
      inherited: ["LANG": "C"],
      request: [
        "PATH": "/opt", "LANG": "en", "X": "1", "BGTASKD_SOCKET": "a", "BGTASK_IDENTIFIER": "b",
        "BGTASK_RUN_ID": "c",
      ])
    #expect(variables["PATH"] == "/opt")
    #expect(variables["LANG"] == "en")
    #expect(variables["X"] == "1")
    #expect(variables["BGTASKD_SOCKET"] == "/run/s")
    #expect(variables["BGTASK_IDENTIFIER"] == "org.example.x")
    #expect(variables["BGTASK_RUN_ID"] == Bench.run(1).text)
  }
}
