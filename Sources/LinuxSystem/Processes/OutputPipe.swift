import CLinux

/// A pipe from a program to this process.
public struct OutputPipe: Sendable {
  /// This process's end, nonblocking.
  public let reading: SharedDescriptor
  /// The program's end. It is let go of once the program has it, or the end would never come.
  public let writing: SharedDescriptor

  /// Makes a pipe; both ends are closed on exec.
  /// - Throws: ``SystemError`` of pipe2(2).
  public init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    try systemCall("pipe2") { clinux_pipe(&ends) }
    reading = SharedDescriptor(owning: ends[0])
    writing = SharedDescriptor(owning: ends[1])
    try reading.makeNonblocking()
  }

  /// How many bytes a pipe can hold now; its other end may change it.
  /// - Throws: ``SystemError`` of fcntl(2).
  public static func capacity(of end: SharedDescriptor) throws(SystemError) -> Int {
    Int(try systemCall("fcntl") { clinux_pipe_capacity(end.number) })
  }
}
