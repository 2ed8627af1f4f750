import Glibc
import LinuxSystem
import TestSupport

/// A network of one's own.
enum NetworkNamespace {
  private static let newNetwork: CInt = 0x4000_0000

  private typealias Unshare = @convention(c) (CInt) -> CInt
  private typealias Enter = @convention(c) (CInt, CInt) -> CInt

  /// Runs a body in a new, empty network namespace, or says why that is not possible here and answers nil.
  ///
  /// Only this thread enters it and it comes back: namespaces belong to threads, a body that does not suspend
  /// stays on its thread, `DispatchQueue.sync` runs on the caller's, and programs start in the namespaces of
  /// the thread that starts them. Sockets keep the namespace they were opened in, whichever thread reads
  /// them.
  static func inNew<Value>(
    for file: StaticString = #fileID, _ body: () throws -> Value
  ) throws -> Value? {
    // Glibc's overlay has neither function.
    guard let unshareAddress = dlsym(nil, "unshare"), let enterAddress = dlsym(nil, "setns") else {
      leaveOut("this C library has no unshare", in: file)
      return nil
    }
    let unshare = unsafeBitCast(unshareAddress, to: Unshare.self)
    let enter = unsafeBitCast(enterAddress, to: Enter.self)
    let path = "/proc/thread-self/ns/net"
    let home = Descriptor(owning: try systemCall("open", path) { open(path, O_RDONLY | O_CLOEXEC) })
    guard (try? Child.run("ip", "-V")) == 0 else {
      leaveOut("no ip (package iproute2)", in: file)
      return nil
    }
    guard unshare(newNetwork) == 0 else {
      leaveOut("no network namespace: \(SystemError(call: "unshare"))", in: file)
      return nil
    }
    defer {
      guard enter(home.number, newNetwork) == 0 else { fatalError("\(SystemError(call: "setns"))") }
    }
    return try body()
  }
}
