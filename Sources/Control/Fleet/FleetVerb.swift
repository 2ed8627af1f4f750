import LinuxSystem

/// The verb that leads to the verbs of a fleet, which have a command line of their own.
enum FleetVerb {
  static let specification = VerbSpecification(
    name: "fleet", group: .work,
    summary: "Hand work to many machines that share a database: fleet help lists the verbs",
    operandUsage: "VERB [OPTIONS…]", operands: .program,
    notes: [
      "fleet VERB --help explains a verb. The database is that of /etc/bgtaskd/fleet.conf, or of the file",
      "that the variable BGTASK_FLEET_CONFIG names.",
    ],
    examples: ["fleet list", "fleet machines", "fleet explain org.example.backup"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let arguments = invocation.line.program
    guard !arguments.isEmpty else {
      throw invocation.misuse("fleet needs a verb; fleet help lists them")
    }
    let line = invocation.line
    let flags = ["json", "user", "system"].filter(line.flag).map { RawText("--\($0)") }
    let values = ["color", "socket"].compactMap { name in
      line.value(name).map { RawText("--\(name)=\($0)") }
    }
    return ControlProgram.run(flags + values + arguments, invocation.context, of: .fleet)
  }
}
