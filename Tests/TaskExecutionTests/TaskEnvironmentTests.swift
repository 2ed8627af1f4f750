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
    TaskEnvironment.variables(
      account: account, inherited: { inherited[$0] }, request: request, socket: "/run/s",
      identifier: "org.example.x",
      run: Bench.run(1))
  }

  @Test("Without anything else it is the user's and the run's")
  func plain() {
    #expect(
      variables() == [
        "HOME": "/home/ann", "USER": "ann", "LOGNAME": "ann", "SHELL": "/bin/zsh",
        "PATH": TaskEnvironment.path,
        "BGTASKD_SOCKET": "/run/s", "BGTASK_IDENTIFIER": "org.example.x", "BGTASK_RUN_ID": Bench.run(1).text,
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
