import CLinux

/// The heap (malloc(3)).
package enum HeapMemory {
  /// Gives back the pages that hold nothing any more. By itself the C library gives back only what is free at
  /// the heap's end: what one lasting allocation lies above stays, however much that is.
  ///
  /// It takes as long as there are gaps: some milliseconds with 100,000 tasks.
  package static func release() { clinux_release_heap() }
}
