import CLinux

/// The program's own code in memory.
package enum ProgramText {
  /// Gives back the pages of code and of constants that are mapped now, the libraries' too. Those that are
  /// needed again come back from the page cache, one fault each.
  ///
  /// For a daemon that has just started: a statically linked Swift program touches most of its code once, to
  /// set up the runtime and to read its state, and the kernel maps the neighbours of every page that is
  /// touched (`fault_around_bytes`). None of that is needed while it waits.
  package static func release() {
    // Only a saving: without it everything works as well.
    _ = try? systemCall("madvise") { clinux_release_program_text() }
  }
}
