/// An argument that bgtaskd does not understand.
struct UsageError: Error, Equatable {
  var message: String
}
