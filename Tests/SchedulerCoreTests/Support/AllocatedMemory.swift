import Glibc

/// What the process has allocated, as malloc_info(3) tells it: Swift does not import mallinfo2(3).
enum AllocatedMemory {
  private typealias Information = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32

  /// All that is in use, of every thread's arena.
  static func bytes() -> Int {
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
    func size(_ element: String) -> Int {
      guard let range = text.ranges(of: element).last else { return 0 }
      let rest = text[range.upperBound...]
      guard let begin = rest.firstRange(of: "size=\"")?.upperBound else { return 0 }
      return Int(rest[begin...].prefix { $0.isNumber }) ?? 0
    }
    return size("<system type=\"current\"") + size("<total type=\"mmap\"") - size("<total type=\"fast\"")
      - size("<total type=\"rest\"")
  }
}
