import Foundation
import TestSupport
import Testing

extension DaemonProcess {
  /// Has the daemon read its files again, and waits until it says in its log what came of that.
  func reload(
    saying text: String = "Configuration reloaded.", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = logText.components(separatedBy: text).count
    send(signal: SIGHUP)
    let hasReloaded = try wait { _ in
      logText.components(separatedBy: text).count > before ? true : nil
    }
    #expect(hasReloaded == true, "\(logText)", sourceLocation: sourceLocation)
  }
}
