import CLinux
import Dispatch
import Foundation

/// A watch of the program's terminal (termios(3), "Job control").
final class TerminalWatch: @unchecked Sendable {
  // Sendable because its properties never change.

  private static let signals = [SIGTSTP, SIGCONT, SIGHUP]

  private let source: (any DispatchSourceRead)?
  private let loop: Task<Void, Never>

  /// The effects of the watch itself, which tests replace.
  struct Effects: Sendable {
    /// Whether the program is in the foreground of a terminal.
    var isInForeground: @Sendable () -> Bool
    /// Stops the program until it is continued.
    var stop: @Sendable () -> Void
    /// Ends the program as the signal would have.
    var hangUp: @Sendable () -> Void

    static let real = Effects(
      isInForeground: {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
      },
      stop: { kill(getpid(), SIGSTOP) },
      hangUp: {
        signal(SIGHUP, SIG_DFL)
        kill(getpid(), SIGHUP)
      })
  }

  /// - Parameter tell: Called one after the other, first with the present state. The program stops when it
  ///   has taken in that it is in the background.
  init(_ effects: Effects = .real, tell: @escaping @Sendable (TerminalNews) async -> Void) {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    source = Self.watch { continuation.yield($0) }
    loop = Task {
      await tell(effects.isInForeground() ? .foreground : .background)
      for await signal in signals {
        switch signal {
        case SIGTSTP:
          await tell(.background)
          effects.stop()
        case SIGHUP:
          await tell(.background)
          effects.hangUp()
        default: await tell(effects.isInForeground() ? .foreground : .background)
        }
      }
    }
  }

  deinit {
    loop.cancel()
    source?.cancel()
  }

  /// Has the signals written to a pipe from now on. A signal source of Dispatch begins to watch some time
  /// later, and signals before that are lost.
  private static func watch(_ tell: @escaping (Int32) -> Void) -> (any DispatchSourceRead)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let (reading, writing) = (ends[0], ends[1])
    let source = DispatchSource.makeReadSource(
      fileDescriptor: reading, queue: DispatchQueue(label: "BackgroundApplication terminal"))
    source.setEventHandler {
      var numbers = [UInt8](repeating: 0, count: 64)
      let count = read(reading, &numbers, numbers.count)
      for number in numbers.prefix(max(count, 0)) { tell(Int32(number)) }
    }
    source.setCancelHandler {
      for number in signals { _ = clinux_signal_watch(number, -1) }
      close(reading)
      close(writing)
    }
    source.activate()
    for number in signals { _ = clinux_signal_watch(number, writing) }
    return source
  }
}

/// An event of the program's terminal.
enum TerminalNews: Sendable {
  /// The keyboard is for the program.
  case foreground
  /// The program is stopped, or runs behind another program, or has no terminal any more.
  case background
}
