import Glibc
import Testing

/// setxattr(2), which Swift's Glibc leaves out.
enum ExtendedAttribute {
  private typealias Call =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, CInt
    ) -> CInt

  static func set(_ name: String, _ value: String, of path: String) throws -> CInt {
    let symbol = try #require(dlsym(nil, "setxattr"))
    return unsafeBitCast(symbol, to: Call.self)(path, name, value, value.utf8.count, 0)
  }
}
