import Glibc
import LinuxSystem
import TestSupport

/// Capabilities of the thread that asks, see capabilities(7).
enum Capabilities {
  private typealias Call = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> CInt

  private static let systemResource: UInt32 = 1 << 24

  /// Runs a body on this thread without CAP_SYS_RESOURCE.
  static func withoutSystemResource<Value>(_ body: () throws -> Value) throws -> Value? {
    guard let getAddress = dlsym(nil, "capget"), let setAddress = dlsym(nil, "capset") else {
      leaveOut("this C library has no capset")
      return nil
    }
    let get = unsafeBitCast(getAddress, to: Call.self)
    let set = unsafeBitCast(setAddress, to: Call.self)
    // Version 3, this thread; effective, permitted and inheritable, in two words each.
    var header: [UInt32] = [0x2008_0522, 0]
    var words = [UInt32](repeating: 0, count: 6)
    try systemCall("capget") { get(&header, &words) }
    var fewer = words
    fewer[0] &= ~systemResource
    try systemCall("capset") { set(&header, &fewer) }
    defer {
      if set(&header, &words) < 0 { fatalError("\(SystemError(call: "capset"))") }
    }
    return try body()
  }
}
