import Foundation
import TestSupport
import Testing

/// The programs that tests start, on many threads at once.
struct ProgramTests {
  @Test("A program has no descriptor of one that is started beside it")
  func descriptors() async throws {
    let seen = try await withThrowingTaskGroup(of: Set<Int>.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try (0..<50).reduce(into: []) { seen, _ in
            let program = Process()
            program.executableURL = URL(filePath: "/bin/ls")
            program.arguments = ["-l", "/proc/self/fd"]
            // More than one needs, so that the others' chance to get one is great.
            let pipes = try program.begin { program in
              let pipes = (0..<100).map { _ in Pipe() }
              program.standardOutput = pipes[0]
              return pipes
            }
            let output = try pipes[0].fileHandleForReading.readToEnd() ?? Data()
            program.waitUntilExit()
            seen.insert(String(decoding: output, as: UTF8.self).matches(of: /pipe:/).count)
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
    }
    #expect(seen.count == 1, "as many pipes as it has alone: \(seen.sorted())")
  }
}
