import Glibc

/// A test's own file work failed.
struct ScratchError: Error, CustomStringConvertible {
  var call: String
  var path: String
  var number = errno

  var description: String { "\(call) \(path): error \(number)" }
}
