import CLinux

/// A file without a name, in memory (memfd_create(2)).
package enum MemoryFile {
  /// Makes an empty file, closed on exec.
  /// - Throws: ``SystemError`` where there are too many files or too little memory.
  package static func make(_ name: String) throws(SystemError) -> Descriptor {
    Descriptor(owning: try systemCall("memfd_create") { clinux_memory_file(name) })
  }
}
