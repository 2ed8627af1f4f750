import CLinux

/// A pipe from a program to this process.
package struct OutputPipe: Sendable {
  /// This process's end, nonblocking.
  package let reading: SharedDescriptor
  /// The program's end. This process drops it once the program has it, or the end would never come.
  package let writing: SharedDescriptor

  /// Makes a pipe; both ends are closed on exec.
  /// - Throws: ``SystemError`` of pipe2(2).
  package init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    try systemCall("pipe2") { clinux_pipe(&ends) }
    reading = SharedDescriptor(owning: ends[0])
    writing = SharedDescriptor(owning: ends[1])
    try reading.makeNonblocking()
  }

  /// Returns how many bytes a pipe can hold now; its other end may change it.
  /// - Throws: ``SystemError`` of fcntl(2).
  package static func capacity(of end: SharedDescriptor) throws(SystemError) -> Int {
    Int(try systemCall("fcntl") { clinux_pipe_capacity(end.number) })
  }
}
