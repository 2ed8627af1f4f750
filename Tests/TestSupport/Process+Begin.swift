package import Foundation

extension Process {
  private static let turn = NSLock()

  /// Starts the program, with no descriptor but its own.
  ///
  /// Foundation makes pipes, and the socket that reports a program's end, without close-on-exec, and has a
  /// program close those that existed a moment before. A program would keep the pipe that is made for another
  /// one beside it, whose output and end would only be seen when both have ended. So programs are started one
  /// after the other, and their pipes are made there.
  package func begin() throws { try begin { _ in } }

  /// Starts the program with pipes that are made for it.
  package func begin<Pipes>(connect: (Process) -> Pipes) throws -> Pipes {
    try Self.turn.withLock {
      let pipes = connect(self)
      try run()
      return pipes
    }
  }
}
