import Foundation
import LinuxSystem
import Synchronization

/// A systemd that really boots, in a container that shares this machine's files: its own writes go to a small
/// disk in memory and are gone in the end. One is booted for all tests of a process, when the first of them
/// asks.
///
/// A watcher process in a mount namespace of its own owns everything. It ends the container when this process
/// ends, however that happens, and the kernel does the same when the watcher is ended. Nothing of it is
/// visible in this machine's mounts.
package final class BootedSystem: @unchecked Sendable {
  // Sendable: a mutex protects all variables.

  /// The bytes that the tests may write.
  private static let diskSize = "512m"
  private static let bootLimit = Duration.seconds(60)

  private static let booted = Mutex<Result<BootedSystem, BootedSystemError>?>(nil)

  /// The reason why there cannot be one here, or `nil`. Skipped suites print it.
  package static let obstacle: String? = {
    guard geteuid() == 0 else { return "booting systemd in a container needs root" }
    for program in ["systemd-nspawn", "nsenter", "unshare", "setpriv", "dbus-daemon"]
    where path(of: program) == nil {
      return "booting systemd in a container needs \(program) (packages systemd-container, dbus, util-linux)"
    }
    guard controlGroups != nil else { return "booting systemd in a container needs cgroup2 to be mounted" }
    return nil
  }()

  /// Whether units inside can have limits of memory: where the machine uses the controller in its own version
  /// 1 hierarchy, cgroup2 has none.
  package static let canLimitMemory: Bool = {
    let file = (controlGroups ?? "") + "/cgroup.controllers"
    let controllers = (try? String(contentsOf: URL(filePath: file), encoding: .utf8)) ?? ""
    return controllers.split(whereSeparator: \.isWhitespace).contains("memory")
  }()

  /// Returns the shared system, which is booted at the first call.
  /// - Throws: ``BootedSystemError`` with the container's output.
  package static func shared() throws -> BootedSystem {
    try booted.withLock { booted in
      let result = booted ?? Result { () throws(BootedSystemError) in try BootedSystem() }
      booted = result
      return result
    }.get()
  }

  /// Boots a system that no other test uses, for tests that end its services or boot it again.
  package static func another() throws -> BootedSystem { try BootedSystem() }

  private let folder: TemporaryFolder
  private let name: String
  private let notifications: NotifySocket
  private let process = Process()
  private let lifeline: SharedDescriptor
  private let boot = Mutex<Int32>(0)

  private init() throws(BootedSystemError) {
    do {
      folder = try TemporaryFolder()
      name = "bgtaskd-test-" + folder.url.lastPathComponent
      notifications = try NotifySocket(path: folder.path("notify"))
      let script = try folder.write("watcher.sh", Self.watcher)
      let log = try folder.write("log", "")
      // The writing end stays here, and no child of this process gets it: when it is closed, everything ends.
      let pipe = try OutputPipe()
      lifeline = pipe.writing
      // The end is blocking again: the watcher waits at it.
      _ = fcntl(pipe.reading.number, F_SETFL, 0)
      process.executableURL = URL(filePath: "/usr/bin/env")
      // The process is the watcher itself, not a starter that ends at once: that would stay a zombie as long
      // as the watcher lives, and Swift Testing's waitid(2) for exit tests spins on a zombie.
      process.arguments = [
        "unshare", "--mount", "sh", script, folder.path, "\(Self.controlGroups ?? "")/\(name)",
        Self.diskSize, notifications.path,
      ]
      process.standardInput = FileHandle(fileDescriptor: pipe.reading.number, closeOnDealloc: false)
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: log))
      process.standardError = process.standardOutput
      try process.begin()
      withExtendedLifetime(pipe) {}
    } catch {
      throw BootedSystemError("\(error)")
    }
    try waitForBoot()
  }

  /// The process that is number 1 inside.
  package var leader: Int32 { boot.withLock { $0 } }

  /// The address of the system's bus inside.
  package var systemBus: String { "unix:path=\(path("/run/dbus/system_bus_socket"))" }

  /// Returns the address of a user's bus inside. A bus refuses a process whose number it cannot see, so a
  /// program inside connects for this process.
  package func userBus(uid: UInt32) -> String {
    let command =
      ["-t", String(leader), "-m", "-u", "-i", "-n", "-p", "-C", "--"]
      + ["setpriv", "--reuid=\(uid)", "--clear-groups", "systemd-stdio-bridge"]
      + ["--bus-path=unix%3apath=/run/user/\(uid)/bus"]
    let arguments = command.enumerated().map { ",argv\($0.offset + 1)=\($0.element)" }
    return "unixexec:path=\(Self.path(of: "nsenter") ?? "")" + arguments.joined()
  }

  /// The control group that is the root inside, as this process sees it.
  package var controlGroup: String { "/\(name)/payload" }

  /// Returns the folder of a control group.
  /// - Parameter group: The group's name inside.
  package func controlGroupFolder(_ group: String) -> String {
    "\(Self.controlGroups ?? "")\(controlGroup)\(group)"
  }

  /// Returns a path for a file inside by which this process can open it, until the next reboot.
  package func path(_ inside: String) -> String { "/proc/\(leader)/root\(inside)" }

  /// Runs a program inside, as root, and waits for its end.
  @discardableResult
  package func run(_ arguments: String..., input: String = "") throws -> FinishedProgram {
    try run(arguments, input: input)
  }

  /// Runs a program with its arguments, inside, as root, and waits for its end.
  package func run(_ arguments: [String], input: String = "") throws -> FinishedProgram {
    try FinishedProgram.run(
      URL(filePath: Self.path(of: "nsenter") ?? ""),
      ["-t", String(leader), "-m", "-u", "-i", "-n", "-p", "-C", "--"] + arguments, input: input)
  }

  /// Boots the system again, and waits until it is up. Files that were written are still there.
  package func reboot() throws {
    _ = try run("systemctl", "reboot")
    try waitForBoot()
  }

  /// The text that the container has written to its console.
  package var console: String {
    (try? String(contentsOf: URL(filePath: folder.path("log")), encoding: .utf8)) ?? ""
  }

  private func waitForBoot() throws(BootedSystemError) {
    let end = ContinuousClock.now + Self.bootLimit
    var leader: Int32?
    while let lines = notifications.receive(until: end) {
      for line in lines {
        let parts = line.split(separator: "=", maxSplits: 1)
        if parts.first == "X_NSPAWN_LEADER_PID", parts.count == 2 { leader = Int32(parts[1]) }
        guard line == "READY=1", let leader else { continue }
        return boot.withLock { $0 = leader }
      }
    }
    throw BootedSystemError("systemd did not boot within \(Self.bootLimit):\n\(console.suffix(4000))")
  }

  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map { $0 + program }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The mount point of the unified hierarchy.
  private static let controlGroups: String? = {
    let mounts = (try? String(contentsOf: URL(filePath: "/proc/self/mounts"), encoding: .utf8)) ?? ""
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 2, words[2] == "cgroup2" { return String(words[1]) }
    }
    return nil
  }()

  /// The watcher's script. Arguments: a folder, a control group, the disk's size, a socket for notifications.
  /// Its input ends when no test needs the container any more.
  private static let watcher = """
    set -eu
    folder=$1 group=$2 size=$3 notify=$4
    mount --make-rprivate /
    mkdir "$folder/disk"
    mount -t tmpfs -o "size=$size,mode=0755" bgtaskd-test "$folder/disk"
    cd "$folder/disk"
    mkdir upper work root
    mount -t overlay -o lowerdir=/,upperdir=upper,workdir=work bgtaskd-test root
    # What this machine starts besides systemd's own is not needed.
    for target in multi-user timers network-online; do
      rm -rf "root/etc/systemd/system/$target.target.wants"
    done
    # A journal of its own.
    tr -d - </proc/sys/kernel/random/uuid >machine-id
    rm -f root/etc/machine-id
    mv machine-id root/etc/machine-id
    # Images of containers keep packages from starting what they install.
    rm -f root/usr/sbin/policy-rc.d
    ln -sf /dev/null root/etc/systemd/system/console-getty.service
    ln -sf /lib/systemd/system/multi-user.target root/etc/systemd/system/default.target
    mkdir "$group"
    cat >boot.sh <<'END'
    while :; do
      status=0
      sh -c 'echo $$ >"$0/cgroup.procs"; exec setpriv --pdeathsig KILL systemd-nspawn --quiet --register=no \\
        --keep-unit --notify-ready=yes --private-network --machine=bgtaskd-test -D root -b' \\
        "$1" </dev/null || status=$?
      [ $status = 133 ] || exit $status
    done
    END
    NOTIFY_SOCKET=$notify SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 setpriv --pdeathsig KILL sh boot.sh "$group" &
    # Half an hour is longer than any suite takes.
    timeout 1800 cat >/dev/null || true
    echo 1 >"$group/cgroup.kill" || true
    wait || true
    # The kernel is done with the processes a moment after they were killed.
    for _ in $(seq 500); do
      ! grep -q "populated 1" "$group/cgroup.events" || sleep 0.02
    done
    umount root || umount -l root
    cd /
    umount "$folder/disk" || umount -l "$folder/disk"
    find "$group" -depth -type d -exec rmdir {} \\; || true
    rm -rf "$folder"
    """
}

/// A failure of a systemd in a container, or of another service or program for a test.
package struct BootedSystemError: Error, CustomStringConvertible {
  /// The operation that failed, and the output of the container or program.
  package let description: String

  package init(_ description: String) { self.description = description }
}
