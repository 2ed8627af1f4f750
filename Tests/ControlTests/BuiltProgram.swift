import Foundation
import Glibc
import TestSupport

/// `bgtaskctl` as it was built beside the tests, run as a process.
struct BuiltProgram {
  /// How a process ended and what it wrote.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  static let path = BuiltProduct.url("bgtaskctl").path()

  /// Runs any program and takes what it writes, twenty seconds at most.
  /// - Parameter terminal: A descriptor for its standard output instead of a pipe.
  static func run(
    _ words: [String], variables: [String] = [], input: CInt? = nil, terminal: CInt? = nil
  ) throws -> Result {
    var (outPipe, errorPipe): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
    guard pipe(&outPipe) == 0, pipe(&errorPipe) == 0 else { throw TestFailure("pipe: \(errno)") }
    for end in outPipe + errorPipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, terminal ?? outPipe[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errorPipe[1], STDERR_FILENO)
    var pid = pid_t()
    let program = words[0]
    let code = withStrings(words) { words in
      // The first of a name counts (getenv(3)).
      withStrings(variables + ["PATH=/usr/bin:/bin", "LC_ALL=C"]) { variables in
        posix_spawnp(&pid, program, &actions, nil, words, variables)
      }
    }
    close(outPipe[1])
    close(errorPipe[1])
    guard code == 0 else { throw TestFailure("posix_spawn \(words[0]): \(code)") }
    let (output, errors) = readBoth(outPipe[0], errorPipe[0], limitMilliseconds: 20_000) {
      kill(pid, SIGKILL)
    }
    var status: CInt = 0
    waitpid(pid, &status, 0)
    let isExit = status & 0x7F == 0
    return Result(
      status: isExit ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
      output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
  }

  private static func withStrings<Value>(
    _ words: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers = words.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }

  /// Reads both to their ends.
  private static func readBoth(
    _ first: CInt, _ second: CInt, limitMilliseconds: Int, onTimeOut: () -> Void
  ) -> ([UInt8], [UInt8]) {
    var contents: [[UInt8]] = [[], []]
    var entries = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var space = [UInt8](repeating: 0, count: 1 << 16)
    while entries.contains(where: { $0.fd >= 0 }) {
      guard poll(&entries, 2, CInt(limitMilliseconds)) > 0 else {
        onTimeOut()
        break
      }
      for index in entries.indices where entries[index].revents != 0 {
        let count = read(entries[index].fd, &space, space.count)
        if count > 0 { contents[index] += space[..<count] } else { entries[index].fd = -1 }
      }
    }
    close(first)
    close(second)
    return (contents[0], contents[1])
  }
}
