import Glibc

/// The memory that the process has allocated, by malloc_info(3): Swift does not import mallinfo2(3).
package enum AllocatedMemory {
  private typealias Information = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32

  /// Returns the bytes in use in all threads' arenas. What a thread has freed stays with it at first, and
  /// counts as in use: see ``bytes(after:)``.
  package static func bytes() -> Int {
    let size = sizes()
    return size("<system type=\"current\"") + size("<total type=\"mmap\"") - size("<total type=\"fast\"")
      - size("<total type=\"rest\"")
  }

  /// Returns the bytes of freed pieces that are not joined to the free memory beside them after some work.
  /// The work has a thread of its own, whose pieces this function does not join by what it allocates.
  package static func bytesApart(after work: () throws -> Void) throws -> Int {
    try onThread(work)
    return sizes()("<total type=\"fast\"")
  }

  /// Returns the sizes by the beginnings of their elements, of all arenas together.
  private static func sizes() -> (String) -> Int {
    guard let symbol = dlsym(nil, "malloc_info") else { preconditionFailure("there is no malloc_info") }
    let information = unsafeBitCast(symbol, to: Information.self)
    var buffer: UnsafeMutablePointer<CChar>?
    var length = 0
    let stream = open_memstream(&buffer, &length)
    _ = information(0, stream)
    fclose(stream)
    defer { free(buffer) }
    let text = buffer.map { String(cString: $0) } ?? ""
    // The last totals are those of all arenas.
    return { element in
      guard let range = text.ranges(of: element).last else { return 0 }
      let rest = text[range.upperBound...]
      guard let begin = rest.firstRange(of: "size=\"")?.upperBound else { return 0 }
      return Int(rest[begin...].prefix { $0.isNumber }) ?? 0
    }
  }

  /// Returns the bytes in use after some work, to the byte. The work has a thread of its own: the freed
  /// memory that a thread keeps is given back when it ends.
  package static func bytes(after work: () throws -> Void) throws -> Int {
    try onThread(work)
    return bytes()
  }

  private static func onThread(_ work: () throws -> Void) throws {
    try withoutActuallyEscaping(work) { work in
      let job = Job(work)
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let job = Unmanaged<Job>.fromOpaque(argument).takeUnretainedValue()
          job.result = Result { try job.work() }
          return nil
        }, Unmanaged.passUnretained(job).toOpaque())
      precondition(status == 0, "pthread_create: \(status)")
      pthread_join(thread, nil)
      try job.result.get()
    }
  }

  private final class Job {
    let work: () throws -> Void
    var result = Result<Void, any Error>.success(())

    init(_ work: @escaping () throws -> Void) { self.work = work }
  }
}
