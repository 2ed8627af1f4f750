import Glibc
import LinuxSystem

/// The least that it takes to have a program running at a date: a timer of the kernel's, and posix_spawn(3).
struct SpawnLatency {
  let timer: KernelTimer

  /// Waits for a date and starts the program.
  /// - Returns: How many microseconds later it was running.
  func measure() throws -> Int64 {
    let pipe = try OutputPipe()
    let date = DueProgram.nextDate
    _ = try timer.wait(untilUSec: date)
    let pid: Int32
    do throws(SpawnError) {
      pid = try ProcessSpawner.spawn(
        arguments: DueProgram.argv, environment: ["PATH": "/usr/bin:/bin"], workingDirectory: "/",
        output: pipe.writing.number)
    } catch {
      throw BenchmarkError.system("\(error)")
    }
    var status: CInt = 0
    try systemCall("waitpid") { waitpid(pid, &status, 0) }
    guard case .bytes(let bytes) = try pipe.reading.read(atMost: 64) else {
      throw BenchmarkError.system("`\(DueProgram.argv.joined(separator: " "))` wrote nothing")
    }
    return try DueProgram.date(in: String(decoding: bytes, as: UTF8.self)) - date
  }
}
