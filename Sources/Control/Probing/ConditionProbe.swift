import Glibc
import LinuxSystem
import SchedulerCore

/// Answers checks, as the user who runs it. A check may take as long as the kernel, a network or a name
/// server takes: bgtaskd ends one that takes too long.
enum ConditionProbe {
  /// Returns the answer of a check.
  static func ask(_ check: ConditionCheck) -> CheckFinding {
    switch check.question {
    case .exists(let path): exists(path)
    case .mounted(let path): mounted(path)
    case .storage(let path, let comparison, let amount):
      storage(path ?? UserAccount.current.home, comparison, amount)
    case .reachable(let host, let port): PortProbe.ask(host, port)
    case .load(let comparison, let hundredths):
      CheckFinding(load: ProcessorLoad.perCore(), comparison, hundredths)
    case .command: CheckFinding(holds: nil, words: "a program has to run for it")
    }
  }

  private static func exists(_ path: String) -> CheckFinding {
    var status = stat()
    if stat(path, &status) == 0 { return CheckFinding(holds: true, words: "yes") }
    let problem = SystemError(call: "stat")
    return CheckFinding(holds: problem.isNoSuchFile ? false : nil, words: problem.text)
  }

  /// Goes by the kernel's list (proc_pid_mountinfo(5)) and does not touch the path, behind which a server may
  /// not answer.
  private static func mounted(_ path: String) -> CheckFinding {
    guard let table = try? SmallFile.read("/proc/self/mountinfo", atMost: 16 << 20) else {
      return CheckFinding(holds: nil, words: "/proc/self/mountinfo cannot be read")
    }
    var wanted = path[...]
    while wanted.count > 1, wanted.hasSuffix("/") { wanted.removeLast() }
    let isThere = table.split(separator: UInt8(ascii: "\n")).contains { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      return fields.count > 4 && unescaped(fields[4]) == Array(wanted.utf8)
    }
    return CheckFinding(holds: isThere, words: isThere ? "yes" : "nothing is mounted there")
  }

  /// Returns the field's bytes. Spaces, tabs, line ends and backslashes are octal numbers in it.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest.removeFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func storage(
    _ path: String, _ comparison: Comparison, _ amount: StorageAmount
  ) -> CheckFinding {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else {
      return CheckFinding(holds: nil, words: SystemError(call: "statvfs").text)
    }
    // The space for users: some file systems keep a part for root (statvfs(3)).
    let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    let bytes = Int64(clamping: free.overflow ? .max : free.partialValue)
    switch amount {
    case .bytes(let limit):
      return CheckFinding(
        holds: comparison.holds(bytes, limit), words: "\(StorageAmount.about(bytes)) free")
    case .percent(let limit):
      guard status.f_blocks > 0 else { return CheckFinding(holds: nil, words: "it has no size") }
      // Compared exactly, because "less than 10%" is true of 9.9%.
      let (found, all) = (Double(status.f_bavail) * 100, Double(status.f_blocks))
      return CheckFinding(
        holds: comparison.holds(found, Double(limit) * all), words: "\(Int(found / all))% free")
    }
  }
}
