import Foundation
import TestSupport
import Testing

/// The system's instance in a systemd that really boots, with two people.
@Suite(
  "Whose files a task of the system's instance gets",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct BootedSecretTests {
  private static let name = "bgtaskd-secrets"
  private static let secret = "hunter2"

  private func daemon() throws -> BootedDaemon {
    let system = try BootedSystem.another()
    for user in ["alice", "bob"] {
      try system.run("useradd", "--create-home", user)
      try system.run("sh", "-c", "cd ~\(user) && echo PASSWORD=\(user)-\(Self.secret) >env && chmod 600 env")
      try system.run("chown", "\(user):", "/home/\(user)/env")
    }
    try system.run("sh", "-c", "echo PASSWORD=root-\(Self.secret) >/root/env && chmod 600 /root/env")
    return try BootedDaemon(
      Self.name, in: system, until: "listens on",
      properties: [
        "RuntimeDirectory=\(Self.name)", "RuntimeDirectoryPreserve=yes", "UMask=0077", "Restart=on-failure",
      ],
      arguments: ["--system", "--executor=units"])
  }

  private func run(_ daemon: BootedDaemon, as user: String, _ words: String) throws -> FinishedProgram {
    try daemon.system.run(
      "runuser", "-u", user, "--", "sh", "-c",
      "export BGTASKD_SOCKET=\(daemon.folder)/socket; PATH=\(daemon.folder):$PATH; \(words)")
  }

  /// Submits a task for now, and waits for its end.
  private func result(
    _ daemon: BootedDaemon, as user: String, _ identifier: String, _ words: String
  ) throws -> String {
    let done = try run(
      daemon, as: user,
      "bgtaskctl submit --unchecked --kind continued --working-directory / -i \(identifier) --wait \(words) "
        + "2>&1; bgtaskctl --json history \(identifier)")
    return done.output + done.errors
  }

  private static let script = "sh -c 'echo [$(id -un)] [$PASSWORD] [$(cat $CREDENTIALS_DIRECTORY/p)] >/tmp/%'"

  @Test("Everybody gets what they may read, nobody what is another's, and nobody else sees it")
  func users() throws {
    let daemon = try daemon()
    defer { daemon.stop() }
    let system = daemon.system
    for user in ["alice", "root"] {
      let home = user == "root" ? "/root" : "/home/\(user)"
      let said = try result(
        daemon, as: user, "own",
        "--environment-file \(home)/env --load-credential p:\(home)/env -- "
          + Self.script.replacing("%", with: "said-\(user)"))
      let secret = "\(user)-\(Self.secret)"
      #expect(
        try system.run("cat", "/tmp/said-\(user)").output == "[\(user)] [\(secret)] [PASSWORD=\(secret)]\n",
        "\(said)")
    }
    for option in [
      "--environment-file /root/env", "--load-credential p:/root/env", "--load-credential p:/home/bob/env",
    ] {
      let said = try result(daemon, as: "alice", "theirs", "\(option) -- touch /tmp/stolen")
      #expect(said.contains("launchFailed") && said.contains("Permission denied"), "\(said)")
    }
    #expect(try system.run("test", "-e", "/tmp/stolen").status != 0)
    try hidden(daemon)
    try encrypted(daemon)
    try killed(daemon)
  }

  @Test("A user's own systemd hands it over as well, and decrypts nothing")
  func own() throws {
    let system = try BootedSystem.another()
    try system.run("useradd", "--create-home", "alice")
    let uid = try system.run("id", "-u", "alice").output.trimmingCharacters(in: .newlines)
    try system.run("systemctl", "start", "user@\(uid).service")
    try system.run("runuser", "-u", "alice", "--", "sh", "-c", "echo PASSWORD=\(Self.secret) >~/env")
    let daemon = try BootedDaemon(
      Self.name, in: system, until: "listens on",
      properties: [
        "User=alice", "Environment=XDG_RUNTIME_DIR=/run/user/\(uid)",
        "ExecStartPre=+/bin/chown alice /run/\(Self.name)",
      ], arguments: ["--user", "--executor=units"])
    defer { daemon.stop() }
    let said = try result(
      daemon, as: "alice", "own",
      "--environment-file ~/env --load-credential p:$HOME/env -- "
        + Self.script.replacing("%", with: "said"))
    #expect(
      try system.run("cat", "/tmp/said").output
        == "[alice] [\(Self.secret)] [PASSWORD=\(Self.secret)]\n", "\(said)")
    #expect(try system.run("ls", "/run/user/\(uid)/bgtaskd/environment").output == "")
    let refused = try result(
      daemon, as: "alice", "oracle", "--set-credential-encrypted p:V2h4cWh0 -- touch /tmp/stolen")
    #expect(refused.contains("only the system's systemd decrypts credentials"), "\(refused)")
  }

  /// While it runs, bob looks everywhere.
  private func hidden(_ daemon: BootedDaemon) throws {
    try daemon.system.run("mkfifo", "-m", "666", "/tmp/ready", "/tmp/go")
    _ = try run(
      daemon, as: "alice",
      "bgtaskctl submit --kind continued --working-directory / -i org.example.hidden "
        + "--environment-file ~/env --load-credential p:$HOME/env -- "
        + "sh -c 'echo >/tmp/ready; read line </tmp/go'")
    _ = try daemon.wait("read line </tmp/ready")
    let seen = try run(
      daemon, as: "bob",
      """
      systemctl show 'bgtask-*'; systemctl cat 'bgtask-*'; cat /run/systemd/transient/bgtask-*; ps aux
      ls -R /run/credentials /run/\(Self.name); cat /run/credentials/*/* /run/\(Self.name)/*/*
      bgtaskctl list; bgtaskctl show org.example.hidden; bgtaskctl --json history
      """)
    #expect(seen.output.contains("org.example.hidden"), "\(seen.output)")
    #expect(!(seen.output + seen.errors).contains(Self.secret), "\(seen.output)")
    #expect(try daemon.system.run("ls", "/run/\(Self.name)/environment").output == "")
    #expect(try !daemon.system.run("journalctl", "-q").output.contains(Self.secret))
    try daemon.system.run("sh", "-c", "echo >/tmp/go")
  }

  /// Encrypted credentials are root's to hand out.
  private func encrypted(_ daemon: BootedDaemon) throws {
    let text = try daemon.system.run(
      "sh", "-c", "echo \(Self.secret) | systemd-creds encrypt --with-key=host --name=p - -"
    ).output.filter { !$0.isWhitespace }
    try #require(!text.isEmpty)
    let refused = try result(
      daemon, as: "alice", "oracle", "--set-credential-encrypted p:\(text) -- touch /tmp/stolen")
    #expect(refused.contains("encrypted credentials are taken from root only"), "\(refused)")
    let said = try result(
      daemon, as: "root", "decrypts",
      "--set-credential-encrypted p:\(text) -- " + Self.script.replacing("%", with: "decrypted"))
    #expect(
      try daemon.system.run("cat", "/tmp/decrypted").output == "[root] [] [\(Self.secret)]\n", "\(said)")
  }

  /// A daemon that is killed while it reads leaves no copy, and the task runs after all.
  private func killed(_ daemon: BootedDaemon) throws {
    let system = daemon.system
    // Whoever reads for it waits until it is let go on.
    try system.run("mv", "\(daemon.folder)/bgtask-helper", "\(daemon.folder)/real")
    try system.run(
      "tee", "\(daemon.folder)/bgtask-helper", input: "#!/bin/sh\necho >/tmp/ready; exec sleep 1000\n")
    try system.run("chmod", "755", "\(daemon.folder)/bgtask-helper")
    _ = try run(
      daemon, as: "alice",
      "bgtaskctl submit --kind processing --working-directory / -i org.example.killed "
        + "--load-credential p:$HOME/env -- sh -c 'cat $CREDENTIALS_DIRECTORY/p >/tmp/after'")
    _ = try daemon.wait("read line </tmp/ready")
    try system.run("mv", "\(daemon.folder)/real", "\(daemon.folder)/bgtask-helper")
    try system.run("systemctl", "kill", "--signal=KILL", "\(Self.name).service")
    // Interrupted runs are tried again after a while; somebody does not wait for that.
    let ran = try daemon.wait(
      "until BGTASKD_SOCKET=\(daemon.folder)/socket runuser -u alice -- \(daemon.folder)/bgtaskctl run "
        + "org.example.killed; do sleep 0.1; done; until test -s /tmp/after; do sleep 0.1; done")
    #expect(ran.status == 0, "\(ran)")
    #expect(try system.run("cat", "/tmp/after").output == "PASSWORD=alice-\(Self.secret)\n")
    #expect(try system.run("ls", "/run/\(Self.name)/environment").output == "")
    #expect(try system.run("sh", "-c", "systemctl list-units 'bgtask-*' | grep running; true").output == "")
  }
}
