import Glibc
import LinuxSystem
import SchedulerAPI

/// `bgtaskbench`, from its command line to its exit status.
public enum BenchmarkProgram {
  /// Runs the measurement and never returns. Exits with 0, or with a status of sysexits.h and a line that
  /// says why.
  public static func main() -> Never {
    // A daemon that dies is an error of a call here, not a signal.
    signal(SIGPIPE, SIG_IGN)
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
      exit(0)
    } catch {
      let failure = BenchmarkError(error)
      let line = Array("bgtaskbench: \(failure.message)\n".utf8)
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(failure.exitStatus)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let options = try BenchmarkOptions(arguments: arguments)
    switch options.action {
    case .help: print(BenchmarkOptions.usage, terminator: "")
    case .version: print("bgtaskbench \(ProductVersion.number)")
    case .measure:
      let program = try options.daemon ?? daemonBesideThis()
      let report = try Benchmark(program: program, directory: options.directory, plan: options.plan).run()
      print(options.writesJSON ? try report.json() + "\n" : report.table, terminator: "")
    }
  }

  private static func daemonBesideThis() throws -> String {
    let count = Int(PATH_MAX)
    let bytes = try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { space in
      guard let start = space.baseAddress else { return [UInt8]() }
      let length = try systemCall("readlink", "/proc/self/exe") { readlink("/proc/self/exe", start, count) }
      return [UInt8](UnsafeRawBufferPointer(rebasing: space[..<length]))
    }
    let own = String(decoding: bytes, as: UTF8.self)
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/bgtaskd"
  }
}
