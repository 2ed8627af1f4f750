import Foundation
import TestSupport
import Testing

/// Thousands of tasks alike, as many as one user may have of them.
struct Crowd: Sendable, CustomStringConvertible {
  var count: Int
  /// What each asks for, by its name in `crowd.py`.
  var wish: String
  /// Whether the user may have so many of them.
  var fits = true
  /// So many are handed in together.
  var part = 250

  /// Its turn comes after that of all others: what is told of it says that they have had theirs.
  static let last = "mallory.last"

  init(_ count: Int, _ wish: String, fits: Bool = true, part: Int = 250) {
    (self.count, self.wish, self.fits, self.part) = (count, wish, fits, part)
  }

  var description: String { "\(count) \(wish)" }

  /// Submits all of them.
  /// - Parameters:
  ///   - due: The date of all of them; nil is at once.
  func submit(to daemon: DaemonProcess, due: Int64? = nil) throws {
    let run = try FinishedProgram.run(
      URL(filePath: "/usr/bin/python3"),
      ["-", daemon.socket, wish, String(count), String(part)] + (due.map { [String($0)] } ?? []),
      input: Script.text("crowd.py"))
    let pending = Int(run.output.dropLast())
    try #require(run.status == 0 && pending != nil, "\(run.errors)")
    // Some may have begun already.
    #expect((pending ?? 0) >= count / 2 && (fits || (pending ?? 0) < count), "\(run.output)")
  }
}
