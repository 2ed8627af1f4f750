import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("Under a service manager")
struct ServiceManagerTests {
  private static let bgtaskd = BuiltProduct.url("bgtaskd").path()

  @Test("It says when it is ready, how it is, when it reloads and when it ends")
  func notifications() throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(path: folder.path("notify"), keepsStatus: true)
    let daemon = try DaemonProcess(folder: folder, environment: ["NOTIFY_SOCKET": manager.path])
    let ready = try manager.next(with: "READY=")
    #expect(ready == ["READY=1", "STATUS=0 tasks pending"])
    try daemon.client().submit(.later("a"))
    #expect(try manager.next(with: "STATUS=1").first == "STATUS=1 task pending, 0 running")

    daemon.send(signal: SIGHUP)
    let reloading = try manager.next(with: "RELOADING=")
    #expect(reloading.first == "RELOADING=1")
    #expect(reloading.contains { $0.hasPrefix("MONOTONIC_USEC=") })
    #expect(try manager.next().first == "READY=1")
    // Also when there is nothing to apply, or the manager would wait for ever.
    _ = try folder.write("bgtaskd.conf", "[Scheduler]\nMaxConcurrentRuns=none\n")
    daemon.send(signal: SIGHUP)
    #expect(try manager.next().first == "RELOADING=1")
    #expect(try manager.next().first == "READY=1")

    #expect(daemon.stop() == 0)
    #expect(try manager.next(with: "STOPPING=").first == "STOPPING=1")
  }

  @Test("While it opens and reads its state it says how far it is, and asks for the time that it takes")
  func opening() throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(path: folder.path("notify"), keepsStatus: true)
    let daemon = try DaemonProcess(folder: folder, environment: ["NOTIFY_SOCKET": manager.path])
    try daemon.client().submit(.later("a"))
    try daemon.client().submit(.later("b"))
    daemon.killHard()
    // It waits for the lock for as long as a child of its predecessor could have it.
    let lock = open(folder.path("state/bgtaskd.lock"), O_RDWR | O_CLOEXEC)
    try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
    try daemon.launch()
    let more = "EXTEND_TIMEOUT_USEC=120000000"
    #expect(try manager.next(with: "STATUS=Waiting") == [more, "STATUS=Waiting for the state directory"])
    close(lock)
    // From then on each step is told.
    var said: [[String]] = []
    repeat { said.append(try manager.next()) } while said.last?.first != "READY=1"
    let steps = ["Reading the state file", "Reading tasks: 0 of 2", "Checking the state file"]
    let opening = said.filter { $0.last?.contains("Waiting") != true }.prefix(steps.count)
    #expect(Array(opening) == steps.map { [more, "STATUS=\($0)"] })
    #expect(said.dropLast().allSatisfy { $0.first == more })
    #expect(said.last == ["READY=1", "STATUS=2 tasks pending"])
  }

  @Test("It gives signs of life for a watchdog that waits for them")
  func watchdog() throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(path: folder.path("notify"), keepsStatus: true)
    let daemon = try DaemonProcess(
      folder: folder,
      program: ["/bin/sh", "-c", #"export WATCHDOG_PID=$$; exec "$0" "$@""#, Self.bgtaskd],
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "100000"])
    let start = ContinuousClock.now
    for _ in 0..<4 { #expect(try manager.next(with: "WATCHDOG=") == ["WATCHDOG=1"]) }
    // The first comes at once, the others every 50 ms.
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    // Programs of tasks are no services.
    try daemon.calmDown()
    try daemon.client().submit(
      .shell("a", #"test -z "$NOTIFY_SOCKET$WATCHDOG_USEC$WATCHDOG_PID$LISTEN_FDS""#))
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
  }

  /// A wrapper that hands its standard input over as the first socket, as systemd does (sd_listen_fds(3)).
  private static let activate = [
    "/bin/sh", "-c", #"exec 3<&0 0</dev/null; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$@""#, bgtaskd,
  ]

  /// A socket to be handed over, on which somebody may wait before there is a daemon.
  private static func listener(_ path: String) throws -> FileHandle {
    let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try UnixName.bind(listener, path)
    try #require(listen(listener, 8) == 0)
    return FileHandle(fileDescriptor: listener, closeOnDealloc: true)
  }

  @Test("Who calls before it is ready is answered when it is, and with what is so then")
  func earlyCall() throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(path: folder.path("notify"), keepsStatus: true)
    let path = folder.path("activated")
    let daemon = try DaemonProcess(
      folder: folder, socketName: "activated", program: Self.activate,
      environment: ["NOTIFY_SOCKET": manager.path], input: try Self.listener(path))
    try daemon.client().submit(.later("a"))
    #expect(daemon.stop() == 0)
    _ = try manager.next(with: "STOPPING=")
    let early = try RawConnection(path)
    try early.send(#"{"method":"io.bgtaskd.Scheduler.Status"}"#)
    try daemon.launch()
    let status = try early.receive()
    #expect(status?.int("pending") == 1 && status?.int("pid") == Int(daemon.pid))
    // It has said so before it answered.
    var said: [String] = []
    while let message = manager.receive(until: .now) { said += message }
    #expect(said.contains("READY=1"), "\(said)")
  }

  @Test("A socket that it is handed is used instead of its own, with who waits on it, and is left there")
  func activation() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("activated")
    let listener = try Self.listener(path)
    // Before there is a daemon: the call that starts it.
    let early = try SchedulerClient(path: path, timeLimit: .seconds(20))
    let daemon = try DaemonProcess(
      folder: folder, configuration: DaemonProcess.quick, socketName: "activated", program: Self.activate,
      arguments: ["--socket", folder.path("own")],
      input: listener)
    #expect(daemon.logText.contains("listens on \(path),"))
    #expect(try early.status().pid == Int(daemon.pid))
    try daemon.calmDown()
    try early.submit(.shell("a", #"test "$BGTASKD_SOCKET" = \#(path)"#))
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path("own")))
    #expect(daemon.stop() == 0)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("What it is handed and cannot listen on keeps it from starting")
  func wrongSocket() throws {
    let folder = try TemporaryFolder()
    let run = try FinishedProgram.run(
      URL(filePath: Self.activate[0]),
      Self.activate.dropFirst() + [
        "--socket", folder.path("own"), "--state-directory", folder.path("state"),
      ])
    #expect(run.status == 71)
    #expect(run.errors.contains("<3>Cannot start: the descriptor is not a listening Unix stream socket."))
  }
}
