/// A place in a message that cannot be accepted, and why.
struct InvalidValue: Error, Hashable {
  /// The dotted path of the field (`request.command.argv[2]`); empty for the message itself.
  var path: String
  /// What was found and what is allowed.
  var message: String
}
