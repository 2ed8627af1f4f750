// Room Benchmark: `bgtaskbench`, which measures the daemon beside its peers.
// Way in: `BenchmarkProgram`.
// Must not know: the daemon's insides.

import Glibc
import LinuxSystem
import SchedulerAPI

/// The program `bgtaskbench`, from its command line to its exit status.
package enum BenchmarkProgram {
  /// Runs the measurement and never returns. Exits with 0, with 1 for a missed goal, or with a status of
  /// sysexits.h and a line that says why.
  package static func main() -> Never {
    // A daemon that dies is an error of a call here, not a signal.
    SignalSource.ignoreBrokenPipes()
    do {
      exit(try run(ProcessArguments.ownTexts))
    } catch {
      let failure = BenchmarkError(error)
      let line = Array("bgtaskbench: \(failure.message)\n".utf8)
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(failure.exitStatus)
    }
  }

  private static func run(_ arguments: [String]) throws -> CInt {
    let options = try BenchmarkOptions(arguments: arguments)
    switch options.action {
    case .help: print(BenchmarkOptions.usage, terminator: "")
    case .version: print("bgtaskbench \(ProductVersion.number)")
    case .measure:
      let report = try measure(options)
      let json = try report.json() + "\n"
      switch options.output {
      case .table: print(report.table, terminator: "")
      case .json: print(json, terminator: "")
      case .both(let file):
        print(report.table, terminator: "")
        try SmallFile.write(json, to: file, mode: 0o666)
      }
      if options.checksGoals && !report.meetsGoals { return 1 }
    }
    return 0
  }

  private static func measure(_ options: BenchmarkOptions) throws -> Report {
    guard let program = options.daemon ?? ExecutableFolder.path(of: "bgtaskd") else {
      throw BenchmarkError.server("bgtaskd is not beside bgtaskbench; --daemon=PROGRAM names another")
    }
    let directory = try ScratchDirectory(in: options.directory)
    try ChildProcess.adoptOrphans()
    let interruption = try Interruption(directory)
    defer {
      interruption.end()
      ChildProcess.endAll()
      directory.remove()
    }
    return try Benchmark(program: program, directory: directory, plan: options.plan).run()
  }
}
