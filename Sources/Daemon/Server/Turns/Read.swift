/// A read of the database that waits for its turn.
struct Read {
  /// Whose answer it is for.
  var call: CallID
  /// Begins it; has to be followed by ``Server/end(_:)``.
  var body: @Sendable (isolated Shell, ReadTurn) -> Void
}

/// The right to read, until it is given back with ``Server/end(_:)``.
struct ReadTurn: Sendable {
  let account: AccountKey
}
