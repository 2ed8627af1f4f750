import Glibc

/// A system call that failed: its name, its subject, and the error number.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call, as its manual page is named (`bind`).
  package var call: String
  /// The path, the address or the like that the call was given, where that helps.
  package var subject: String?
  /// `errno`, see errno(3).
  package var code: CInt
  /// The text in place of the error number's, where that says too little.
  private var words: String?

  package init(call: String, subject: String? = nil, code: CInt = errno, saying words: String? = nil) {
    self.call = call
    self.subject = subject
    self.code = code
    self.words = words
  }

  /// Whether the error means that the process is gone (ESRCH).
  package var isNoSuchProcess: Bool { code == ESRCH }

  /// The error number's text (`No such file or directory`).
  package var text: String {
    if let words { return words }
    var buffer = [CChar](repeating: 0, count: 256)
    return buffer.withUnsafeMutableBufferPointer { space in
      guard let base = space.baseAddress, strerror_r(code, base, space.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: base)
    }
  }

  /// Whether the error means that there is no such file or directory.
  package var isNoSuchFile: Bool { code == ENOENT || code == ENOTDIR }

  /// The call, its subject and the error in one line (`bind /run/x.socket: Permission denied`).
  package var description: String {
    subject.map { "\(call) \($0): \(text)" } ?? "\(call): \(text)"
  }
}
