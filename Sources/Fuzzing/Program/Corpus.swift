import LinuxSystem

/// The inputs in the directory of a target.
enum Corpus {
  /// The most bytes of a seed; larger files are left out.
  private static let maximumBytes = 1 << 20

  /// Returns the inputs, in the order of their names.
  static func inputs(in directory: String) -> [[UInt8]] {
    DirectoryReader.names(in: directory).sorted().compactMap {
      try? SmallFile.read("\(directory)/\($0)", atMost: maximumBytes)
    }
  }
}
