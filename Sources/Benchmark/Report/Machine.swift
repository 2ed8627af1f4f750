import Glibc
import LinuxSystem

/// The machine of a run. Other programs take time away from all that is measured: then only ratios mean
/// something.
struct Machine: Encodable {
  let kernel: String
  let cores: Int
  /// The load averages of the last minute (`/proc/loadavg`), at the start and at the end.
  let loadBefore: Double
  var loadAfter: Double

  /// Reads the machine's facts.
  init() {
    kernel = Self.word("/proc/sys/kernel/osrelease")
    cores = sysconf(CInt(_SC_NPROCESSORS_ONLN))
    loadBefore = Self.load
    loadAfter = loadBefore
  }

  /// Reads the load again.
  mutating func end() { loadAfter = Self.load }

  /// The facts in words for people.
  var text: String { "Linux \(kernel), \(cores) cores, load \(loadBefore) before and \(loadAfter) after." }

  private static var load: Double { Double(word("/proc/loadavg")) ?? 0 }

  private static func word(_ path: String) -> String {
    let text = String(decoding: (try? SmallFile.read(path, atMost: 256)) ?? [], as: UTF8.self)
    return text.split { $0 == " " || $0 == "\n" }.first.map(String.init) ?? ""
  }
}
