import Foundation

/// Scripts of Python that have a PostgreSQL of their own.
package enum PostgresScript {
  /// Runs a script to its end.
  /// - Parameters:
  ///   - script: Its path from the repository's root.
  ///   - file: The file of the test.
  /// - Returns: `nil`, with the reason reported, where it cannot run, as its status 77 says as well.
  package static func run(
    _ script: String, _ arguments: [String], in file: StaticString = #fileID
  ) throws -> FinishedProgram? {
    if let obstacle = PostgresServer.obstacle {
      leaveOut(obstacle, in: file)
      return nil
    }
    guard let python = Python.having("psycopg") else {
      leaveOut("no Python with psycopg (make test)", in: file)
      return nil
    }
    let run = try FinishedProgram.run(
      URL(filePath: python), Python.words(for: python) + ["-B", Repository.path(script)] + arguments)
    guard run.status != 77 else {
      leaveOut(run.output.trimmingCharacters(in: .whitespacesAndNewlines), in: file)
      return nil
    }
    return run
  }
}
