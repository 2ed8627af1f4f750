import CLinux

/// The program's own code in memory.
package enum ProgramText {
  /// Gives the mapped pages of code and constants back to the kernel, those of libraries too. Pages that are
  /// needed again come back from the page cache, one fault each.
  ///
  /// A daemon calls this after its start: a statically linked Swift program touches most of its code once, to
  /// set up the runtime and to read its state, and the kernel maps the neighbours of every page that is
  /// touched (`fault_around_bytes`). The waiting daemon needs none of that.
  package static func release() {
    // A failure only costs memory.
    _ = try? systemCall("madvise") { clinux_release_program_text() }
  }
}
