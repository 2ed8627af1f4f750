/// The selection of configuration files that count, as systemd selects from `*.conf.d` directories.
package enum DropIns {
  /// A directory and the names of the files in it.
  package struct Directory: Hashable, Sendable {
    /// The path of the directory.
    package var path: String
    /// The names of the files, in any order.
    package var names: [String]

    package init(path: String, names: [String]) {
      self.path = path
      self.names = names
    }
  }

  /// Returns the paths of the files to read, ordered by name across all directories. Of files with the same
  /// name only the one in the highest directory counts, so an empty file or a link to /dev/null hides the
  /// others.
  /// - Parameters:
  ///   - directories: The directories, highest first (user, then system, then vendor).
  ///   - suffix: The end of names that count (`.conf`); hidden files do not count.
  package static func select(_ directories: [Directory], suffix: String) -> [String] {
    var seen: Set<String> = []
    var found: [(name: String, path: String)] = []
    for directory in directories {
      for name in directory.names where counts(name, suffix) && seen.insert(name).inserted {
        let path = directory.path.hasSuffix("/") ? directory.path + name : "\(directory.path)/\(name)"
        found.append((name, path))
      }
    }
    // Names are ordered by bytes, as by strcmp(3), not by any language's rules.
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.path)
  }

  private static func counts(_ name: String, _ suffix: String) -> Bool {
    name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count && !name.hasPrefix(".")
      && !name.contains("/")
  }
}
