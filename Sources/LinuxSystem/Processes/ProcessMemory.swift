import CLinux

/// The heap (malloc(3)).
package enum HeapMemory {
  /// Has the C library join freed memory to the free memory beside it at once, from now on.
  ///
  /// By itself it keeps small pieces apart until a long one is freed or ``release()`` is called, and then
  /// joins all of them, while every thread that allocates waits: for a tenth of a second when a user cancels
  /// 300,000 tasks. Each thread's own few pieces of each size stay as they are, so that the pieces that come
  /// and go with each event cost what they did.
  package static func joinFreedPieces() { clinux_join_freed_memory() }

  /// Gives unused pages back to the kernel. By itself the C library gives back only free memory at the heap's
  /// end: everything below one lasting allocation stays.
  ///
  /// The call takes as long as there are gaps, during which no thread allocates: some milliseconds with
  /// 100,000 tasks. Without ``joinFreedPieces()`` it joins small pieces as well, which takes longer.
  package static func release() { clinux_release_heap() }
}

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
