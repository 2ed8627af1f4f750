/// A test leaves out what cannot be tried here: what needs root, or something that this machine does not
/// have. `make test` gathers these lines and says them in the end.
/// - Parameter file: Whose test it is.
package func leaveOut(_ reason: String, in file: StaticString = #fileID) {
  print("skipped: \(file): \(reason)")
}
