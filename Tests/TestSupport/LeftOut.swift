/// Reports what a test cannot try here, because it needs root or this machine does not have it. `make test`
/// gathers these lines and prints them in the end.
/// - Parameter file: The file of the test.
package func leaveOut(_ reason: String, in file: StaticString = #fileID) {
  print("skipped: \(file): \(reason)")
}
