/// A user's application. Its limits, spacing and budget (R11, R37) are counted for each user, so that nobody
/// waits for what another user's copy of a program did.
struct ApplicationKey: Hashable {
  var uid: UInt32
  /// The manifest's name.
  var name: String
}
