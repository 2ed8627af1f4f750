/// Which of a set of configuration files count, as systemd decides for `*.conf.d` directories.
package enum DropIns {
  /// A directory and the names of the files in it.
  package struct Directory: Hashable, Sendable {
    /// Its path.
    package var path: String
    /// The names in it, in any order.
    package var names: [String]

    /// A directory.
    package init(path: String, names: [String]) {
      self.path = path
      self.names = names
    }
  }

  /// The paths of the files to read, in the order in which they are read: by name, wherever they lie. Of
  /// files with the same name only the one in the highest directory counts, so an empty file or a link to
  /// /dev/null hides one.
  /// - Parameters:
  ///   - directories: The highest first (user, then system, then vendor).
  ///   - suffix: What names end in (`.conf`); others, and hidden ones, do not count.
  package static func select(_ directories: [Directory], suffix: String) -> [String] {
    var seen: Set<String> = []
    var found: [(name: String, path: String)] = []
    for directory in directories {
      for name in directory.names where counts(name, suffix) && seen.insert(name).inserted {
        let path = directory.path.hasSuffix("/") ? directory.path + name : "\(directory.path)/\(name)"
        found.append((name, path))
      }
    }
    // By bytes, as strcmp(3) does, not by any language's rules.
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.path)
  }

  private static func counts(_ name: String, _ suffix: String) -> Bool {
    name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count && !name.hasPrefix(".")
      && !name.contains("/")
  }
}
