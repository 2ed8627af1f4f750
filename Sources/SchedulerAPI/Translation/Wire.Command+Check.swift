import PlainText

extension Wire.Command {
  /// Checks what the bounds of single fields do not cover.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``, the field within the request.
  func check() throws(SchedulerInterfaceError) {
    try checkArguments()
    if let workingDirectory {
      try FieldCheck.absolutePath(workingDirectory, field: "command.workingDirectory")
      // Refused everywhere, although only systemd minds: the task may run where systemd starts programs, and
      // any such path can be written without.
      guard !workingDirectory.hasParentPart else {
        throw .invalidRequest(
          field: "command.workingDirectory",
          message: "found \(FieldCheck.quoted(workingDirectory)), allowed is a path without '..', which "
            + "systemd does not take; write the directory that is meant")
      }
    }
    try checkEnvironment()
    try checkSecrets()
  }

  private func checkArguments() throws(SchedulerInterfaceError) {
    try FieldCheck.absolutePath(argv[0], field: "command.argv[0]")
    var bytes = 0
    for (index, argument) in argv.enumerated() {
      try FieldCheck.noNUL(argument, field: "command.argv[\(index)]")
      bytes += argument.utf8.count + 1
    }
    try checkSize(bytes, field: "command.argv")
  }

  private func checkEnvironment() throws(SchedulerInterfaceError) {
    guard let environment else { return }
    var bytes = 0
    // Sorted, so that the error about several bad variables is always the same.
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      guard Self.isVariableName(name) else {
        throw .invalidRequest(
          field: "command.environment",
          message: "found the name \(FieldCheck.quoted(name)), allowed are ASCII letters, digits and '_', "
            + "no digit first")
      }
      let field =
        "command.environment.\(name.utf8.count > Wire.TaskRequest.Bounds.identifier.upperBound ? "" : name)"
      guard !name.hasPrefix(RequestLimits.reservedPrefix) || name == RequestLimits.fenceVariable else {
        throw .invalidRequest(
          field: field,
          message: "names that begin with \(RequestLimits.reservedPrefix) are set by the daemon; "
            + "allowed is any other name")
      }
      try FieldCheck.noNUL(value, field: field)
      bytes += name.utf8.count + value.utf8.count + 2
    }
    try checkSize(bytes, field: "command.environment")
  }

  private static func isVariableName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
    return name.utf8.allSatisfy { FieldCheck.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private func checkSize(_ bytes: Int, field: String) throws(SchedulerInterfaceError) {
    guard bytes <= RequestLimits.commandBytes else {
      throw .invalidRequest(
        field: field,
        message: "found \(bytes) bytes in all, allowed are up to \(RequestLimits.commandBytes)")
    }
  }
}
