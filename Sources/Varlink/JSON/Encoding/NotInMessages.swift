/// What no message has. Whoever encodes it in one makes an error that every test of that message finds.
enum NotInMessages {
  static func trap(_ what: String) -> Never { fatalError("messages have no \(what)") }
}
