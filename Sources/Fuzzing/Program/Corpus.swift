import Glibc
import LinuxSystem

/// The inputs of a directory, in the order of their names.
struct Corpus {
  private(set) var inputs: [[UInt8]] = []

  /// The most bytes of a seed; larger files are left out.
  private static let maximumBytes = 1 << 20

  init(directory: String) {
    for name in DirectoryReader.names(in: directory).sorted() {
      if let bytes = try? SmallFile.read("\(directory)/\(name)", atMost: Self.maximumBytes) {
        inputs.append(bytes)
      }
    }
  }
}
