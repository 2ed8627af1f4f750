import CLinux

/// A file without a name, in memory (memfd_create(2)).
package enum MemoryFile {
  /// An empty one, closed on exec. The caller closes it.
  /// - Throws: ``SystemError`` where there are too many files or too little memory.
  package static func make(_ name: String) throws(SystemError) -> CInt {
    try systemCall("memfd_create") { clinux_memory_file(name) }
  }
}
