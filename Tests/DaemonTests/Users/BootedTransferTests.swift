import TestSupport
import Testing

/// The system's instance in a systemd that really boots.
@Suite(
  "Whose files a transfer of the system's instance can touch",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct BootedTransferTests {
  private static let name = "bgtaskd-transfers"
  private static let server = "http://127.0.0.1:8000"

  @Test("alice's are hers, in her folder only, and what she may not write or read stays as it is")
  func users() throws {
    let system = try BootedSystem.another()
    try system.run("useradd", "--create-home", "alice")
    try system.run(
      "sh", "-c", "mkdir -p /srv/files && echo came >/srv/files/a && head -c 1M </dev/zero >/srv/files/b")
    try system.run("sh", "-c", "echo 'X-Secret: 1' >/root/fields && chmod 600 /root/fields")
    let web = try system.run(
      "systemd-run", "--unit=web", "--property=Type=exec", "--", "/usr/bin/python3", "-m", "http.server",
      "--bind", "127.0.0.1", "--directory", "/srv/files", "8000")
    #expect(web.status == 0, "\(web.errors)")
    let daemon = try BootedDaemon(
      Self.name, in: system, until: "listens on",
      properties: ["RuntimeDirectory=\(Self.name)", "RuntimeDirectoryPreserve=yes"],
      arguments: ["--system", "--executor=units"])
    defer { daemon.stop() }
    let came = try fetch(daemon, "--retry=linear --retry-initial=100ms \(Self.server)/a ~/here")
    #expect(came.status == 0, "\(came.output)\(came.errors)")
    #expect(try system.run("stat", "-c", "%U %s", "/home/alice/here").output == "alice 5\n")
    let roots = try fetch(daemon, "--retry=none \(Self.server)/a /root/here")
    #expect(roots.status == 73, "\(roots.output)\(roots.errors)")
    let fields = try fetch(daemon, "--retry=none --headers-file=/root/fields \(Self.server)/a ~/fields")
    #expect(
      fields.status != 0 && (fields.output + fields.errors).contains("ermission denied"),
      "\(fields.output)\(fields.errors)")
    #expect(try system.run("ls", "/root/here", "/home/alice/fields").output == "")
    // While it lasts: what systemd keeps it from. The minus is for a missing folder (systemd.exec(5)).
    _ = try run(
      daemon,
      "mkdir ~/slow; bgtaskctl fetch -i slow --no-requires-network --bytes-per-second=1K "
        + "\(Self.server)/b ~/slow/b")
    let running = try daemon.wait(
      """
      export BGTASKD_SOCKET=\(daemon.folder)/socket
      exec 3< <(exec \(daemon.folder)/bgtaskctl watch --json --all-users)
      test -e /home/alice/slow/.b.bgtask-part || grep -q -m 1 progress <&3
      kill $!
      systemctl show -p User,ProtectSystem,ReadWritePaths,NoNewPrivileges,PrivateDevices 'bgtask-*'
      """)
    for word in [
      "User=", "ProtectSystem=strict", "ReadWritePaths=-/home/alice/slow", "NoNewPrivileges=yes",
      "PrivateDevices=yes",
    ] {
      #expect(running.output.contains(word), "\(running.output)")
    }
  }

  private func fetch(_ daemon: BootedDaemon, _ words: String) throws -> FinishedProgram {
    // Nothing but the loopback is there. A fault is no reason to wait for ever.
    try run(daemon, "timeout 30 bgtaskctl fetch --wait --no-requires-network \(words)")
  }

  private func run(_ daemon: BootedDaemon, _ words: String) throws -> FinishedProgram {
    try daemon.system.run(
      "runuser", "-u", "alice", "--", "sh", "-c",
      "cd; export BGTASKD_SOCKET=\(daemon.folder)/socket; PATH=\(daemon.folder):$PATH; \(words)")
  }
}
