import CLinux

/// The heap (malloc(3)).
package enum HeapMemory {
  /// Gives unused pages back to the kernel. By itself the C library gives back only free memory at the heap's
  /// end: everything below one lasting allocation stays.
  ///
  /// The call takes as long as there are gaps: some milliseconds with 100,000 tasks.
  package static func release() { clinux_release_heap() }
}
