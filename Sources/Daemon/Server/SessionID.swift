/// Names a connection for as long as the daemon lives.
struct SessionID: Hashable {
  var value: UInt64
}
