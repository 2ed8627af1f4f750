import TestSupport
import Testing

/// The system's instance in a systemd that really boots, whose programs are transient units.
@Suite(
  "Whose checkpoint files count",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct BootedCheckpointTests {
  private static let name = "bgtaskd-checkpoints"

  @Test("A checkpoint file is looked for as the task's user: another's that nobody else sees is not there")
  func users() throws {
    let system = try BootedSystem.another()
    for user in ["alice", "bob"] {
      try system.run("useradd", "--create-home", user)
      try system.run("chmod", "700", "/home/\(user)")
      try system.run("runuser", "-u", user, "--", "touch", "/home/\(user)/kept")
    }
    let daemon = try BootedDaemon(
      Self.name, in: system, until: "listens on", properties: ["UMask=0077"],
      arguments: ["--system", "--executor=units"])
    defer { daemon.stop() }
    let control = "env BGTASKD_SOCKET=\(daemon.folder)/socket \(daemon.folder)/bgtaskctl"
    try system.run("chmod", "711", daemon.folder)
    // A user's files are looked for one after the other: the last one's answer comes when all are there.
    for (identifier, file) in [
      ("theirs", "/home/bob/kept"), ("gone", "/home/alice/gone"), ("own", "/home/alice/kept"),
    ] {
      let done = try system.run(
        "runuser", "-u", "alice", "--", "sh", "-c",
        "\(control) submit --wait --working-directory / -i \(identifier) --kind processing --repeat 1d "
          + "--judgement patient --checkpoint-file \(file) -- sh -c 'exit 3'")
      #expect(done.status == 3, "\(done.output)\(done.errors)")
    }
    let answered = try daemon.wait(
      "until runuser -u alice -- \(control) --json show own | grep -q '\"resumes\":true'; do sleep 0.1; done")
    #expect(answered.status == 0, "\(answered.errors)")
    for identifier in ["theirs", "gone"] {
      let shown = try system.run(
        "runuser", "-u", "alice", "--", "sh", "-c", "\(control) --json show \(identifier)")
      #expect(
        shown.output.contains("\"identifier\":\"\(identifier)\"") && !shown.output.contains("\"resumes\""))
    }
  }
}
