import Glibc
import LinuxSystem

/// The least time from a date until a program runs: a timer of the kernel, and posix_spawn(3).
struct SpawnLatency {
  let timer: KernelTimer

  /// Waits for a date and starts the program.
  /// - Returns: The time from the date until it was running, in microseconds.
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
