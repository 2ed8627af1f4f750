import FleetAPI

enum FleetSchemaVerb {
  static let specification = VerbSpecification(
    name: "schema",
    summary: "Print the SQL of the fleet's schema, or apply it (for the fleet's administrators)",
    options: [.flag("apply", "Apply it to the database; it may be applied again")],
    notes: [
      "Whoever applies it must be a superuser, or may make roles and schemas. Then each machine gets a role",
      "in bgtask_fleet_machine, each person one in bgtask_fleet_user, and administrators one in",
      "bgtask_fleet_admin.",
    ], examples: ["schema --apply", "schema > fleet.sql"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let applies = invocation.line.flag("apply")
    let output = try invocation.fleetProgram(applies ? ["schema", "apply"] : ["schema"])
    if applies {
      if !invocation.wroteJSON(Array("{}".utf8)) {
        invocation.console.printSentence("The database has the fleet's schema.")
      }
    } else {
      invocation.console.print(String(decoding: output, as: UTF8.self))
    }
    return .success
  }
}
