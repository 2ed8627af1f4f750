import Foundation
import Glibc
import TestSupport

/// The compositor sway without a screen, as a user: it does not run as root. It is gone when nobody holds it
/// any more.
final class Sway {
  /// Its runtime directory.
  let folder: TemporaryFolder
  /// The user that sway runs as.
  let uid: UInt32
  private let process = Process()
  private var control = ""

  /// Starts it, and waits until programs may come.
  init() throws {
    folder = try TemporaryFolder()
    uid = geteuid() == 0 ? 65534 : geteuid()
    guard chown(folder.path, uid, uid) == 0 || geteuid() != 0 else { throw BootedSystemError("chown") }
    // It runs the command when everything is there.
    try folder.write("config", "xwayland disable\nexec echo \"$SWAYSOCK\"\n")
    let asUser =
      geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups"] : []
    let command = asUser + ["/usr/bin/sway", "-c", folder.path("config")]
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = [
      "XDG_RUNTIME_DIR": folder.path, "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
      "WLR_RENDERER": "pixman", "PATH": "/usr/bin:/bin", "HOME": folder.path,
    ]
    control = try process.beginService()
  }

  deinit { end() }

  /// Moves the pointer, as a person does.
  func movePointer() throws {
    let result = try FinishedProgram.run(
      URL(filePath: "/usr/bin/swaymsg"), ["seat", "-", "cursor", "move", "1", "1"],
      environment: ["SWAYSOCK": control])
    guard result.status == 0 else { throw BootedSystemError("swaymsg: \(result.errors)") }
  }

  /// Kills it.
  func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
