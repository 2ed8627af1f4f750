import ConfigurationFiles
import FleetAPI
import SchedulerAPI
import SystemdSyntax

enum FleetSubmitVerb {
  static let specification = VerbSpecification(
    name: "submit", group: .common, summary: "Hand a program to the machines of a fleet",
    operandUsage: "-- PROGRAM [ARGUMENTS]", operands: .command, options: options,
    notes: [
      "Without another word the program runs once, on whichever machine of the group is in a good moment.",
      "It runs on each machine as the local user whom AllowTasksOf= in its fleet.conf names for you, and",
      "must be there, at the same absolute path. It starts at least once, and one end counts: what it",
      "writes elsewhere it can guard by the number in BGTASK_FENCE, which a later grant of the same work",
      "raises.",
    ],
    examples: [
      "submit --once -i org.example.render --when 'external-power and idle' -- /usr/local/bin/render",
      "submit --everywhere --at-most 2 -i org.example.update -- /usr/bin/flatpak update -y",
      "submit --nightly '03:00' --zone Europe/Berlin -i org.example.report -- /usr/local/bin/report",
    ], run: run)

  private static let modes: [OptionSpecification] = [
    .flag("once", "Run it once, on whichever machine; so by default"),
    .flag("everywhere", "Run it once on every machine of the group, also on one that joins later"),
    .value("at-most", "N", "With --everywhere: on so many machines at a time (1 to 1000)"),
    .value("nightly", "EXPR", "Run it at each date of systemd.time(7), on whichever machine"),
    .value("zone", "ZONE", "With --nightly: the time zone of the dates; by default UTC"),
    .value("group", "G", "The group of machines; by default all"),
    .value("attempts", "N", "How often it is begun when its machine is lost (1 to 100); by default 3"),
  ]

  private static let options =
    modes + RequestField.ofFleet.compactMap(option)
    + [.flag("unchecked", "Do not look whether this machine has the program and the directory")]

  private static func option(_ field: RequestField) -> OptionSpecification? {
    var option = OptionSpecification(field)
    if case .directory = field.value {
      option?.summary = "Where it runs; by default the home of the local user there"
    }
    return option
  }

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let request = try request(invocation)
    let submission = FleetSubmission(request: request, placement: try placement(invocation))
    let (reply, json) = try submission.submit(invocation)
    if invocation.wroteJSON(json) { return .success }
    let console = invocation.console
    let name = SafeText.inline(request.identifier)
    let styled = console.styled(name, .bold)
    switch reply.change {
    case "kept":
      let state = reply.state.map { ": \(SafeText.inline($0))" } ?? ""
      console.printSentence("Kept \(styled), which was there already\(state).")
    case "replaced":
      console.printSentence(
        "Submitted \(styled) to the fleet (\(submission.placement.mode.rawValue)), in place of the task that "
          + "was open under that name.")
    default:
      console.printSentence(
        "Submitted \(styled) to the fleet (\(submission.placement.mode.rawValue)).")
    }
    warn(of: request, invocation)
    console.printSentence("Later: bgtaskctl fleet explain \(name)")
    return .success
  }

  /// Warns of a program or a directory that is not here, which mostly is a slip. The machines count.
  private static func warn(of request: Wire.TaskRequest, _ invocation: Invocation) {
    guard let command = request.command, !invocation.line.flag("unchecked") else { return }
    func warn(_ check: () throws(Failure) -> Void) {
      do throws(Failure) { try check() } catch {
        invocation.console.printSentence(
          "Warning: \(error.message) here; each machine that takes the task needs it.")
      }
    }
    warn { () throws(Failure) in try command.argv.first.map(ProgramPath.checkCanRun) }
    warn { () throws(Failure) in try command.workingDirectory.map(ProgramPath.checkCanEnter) }
  }

  /// Makes the request as a machine gets it, and checks it as the machine's daemon will.
  private static func request(_ invocation: Invocation) throws(Failure) -> Wire.TaskRequest {
    let line = invocation.line
    guard !line.operands.isEmpty || line.value("unit") != nil || line.value("url") != nil else {
      throw invocation.misuse(
        "fleet submit needs a program after --, or --unit or --url: machines of a fleet run programs, and no "
          + "applications that handle tasks")
    }
    let request = try build(invocation)
    do throws(SchedulerInterfaceError) {
      _ = try request.submission()
    } catch {
      throw Failure.refused(error).namingOption(in: request, of: "fleet submit")
    }
    return request
  }

  private static func build(_ invocation: Invocation) throws(Failure) -> Wire.TaskRequest {
    do throws(Failure) {
      return try RequestBuilder.build(invocation, of: RequestField.ofFleet, isForOthers: true)
    } catch {
      guard error.name == ProgramPath.noSuchProgram else { throw error }
      var failure = error
      failure.next = "write the absolute path that it has on the machines, which look at absolute paths only"
      throw failure
    }
  }

  private static func placement(_ invocation: Invocation) throws(Failure) -> FleetPlacement {
    let line = invocation.line
    var placement = FleetPlacement(mode: try mode(invocation))
    placement.atMost = try invocation.integer("at-most", in: FleetPlacement.atMostBounds)
    guard placement.atMost == nil || placement.mode == .everywhere else {
      throw invocation.misuse("--at-most goes with --everywhere")
    }
    placement.zone = line.value("zone")
    guard placement.zone == nil || placement.mode == .nightly else {
      throw invocation.misuse("--zone goes with --nightly")
    }
    if let problem = placement.zone.flatMap(FleetPlacement.problem(ofZone:)) {
      throw invocation.misuse("--zone: \(problem)")
    }
    if let dates = line.value("nightly") {
      _ = try invocation.calendar(dates, "--nightly: ")
      placement.dates = [dates]
      if let problem = placement.problemOfDates(nowUSec: invocation.now) {
        throw invocation.misuse("--nightly: \(problem)")
      }
    }
    placement.group = line.value("group")
    placement.attempts = try invocation.integer("attempts", in: FleetPlacement.attemptsBounds)
    return placement
  }

  private static func mode(_ invocation: Invocation) throws(Failure) -> FleetMode {
    let line = invocation.line
    let given = [
      line.flag("once") ? FleetMode.once : nil, line.flag("everywhere") ? .everywhere : nil,
      line.value("nightly") != nil ? .nightly : nil,
    ].compactMap(\.self)
    guard given.count <= 1 else {
      throw invocation.misuse("--once, --everywhere and --nightly cannot be given together")
    }
    return given.first ?? .once
  }
}
