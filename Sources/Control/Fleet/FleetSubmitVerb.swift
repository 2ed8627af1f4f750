import FleetAPI
import SchedulerAPI
import SystemdSyntax
import Varlink

enum FleetSubmitVerb {
  static let specification = VerbSpecification(
    name: "submit", group: .common, summary: "Hand a program to the machines of a fleet",
    operandUsage: "-- PROGRAM [ARGUMENTS]", operands: .command, options: options,
    notes: [
      "Without another word the program runs once, on whichever machine of the group is in a good moment.",
      "It runs on each machine as the local user whom AllowTasksOf= in its fleet.conf names for you, and",
      "must be there. It starts at least once, and one end counts: what it writes elsewhere it can guard",
      "by the number in BGTASK_FENCE, which a later grant of the same work raises.",
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

  /// The fields that the fleet itself decides, or that mean nothing there.
  private static let leftOut: Set<String> = [
    "repeat", "calendar", "randomized-delay", "on-clock-change", "trusted-for", "after", "after-any",
    "path-changed", "path-exists", "path-modified", "directory-not-empty", "retry", "retry-attempts",
    "retry-initial", "retry-maximum", "strategy", "judgement", "on-failure", "on-success", "on-overdue",
    "overdue-after", "group",
  ]

  private static let options: [OptionSpecification] =
    modes + SubmitVerb.fieldOptions.filter { !leftOut.contains($0.name) } + [SubmitVerb.pastOption]

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let request = try request(invocation)
    let mode = try mode(invocation)
    let atMost = try invocation.integer("at-most", in: 1...1000)
    guard atMost == nil || mode == .everywhere else {
      throw invocation.misuse("--at-most goes with --everywhere")
    }
    guard invocation.line.value("zone") == nil || mode == .nightly else {
      throw invocation.misuse("--zone goes with --nightly")
    }
    try checkDates(invocation)
    let attempts = try invocation.integer("attempts", in: 1...100)
    var writer = JSONWriter()
    writer.beginObject()
    if let atMost { writer.member("atMost", atMost) }
    if let attempts { writer.member("attempts", attempts) }
    if let dates = invocation.line.value("nightly") {
      let zone = invocation.line.value("zone")
      writer.member("calendar", FleetWire.Calendar(expressions: [dates], zone: zone))
    }
    writer.member("deadlineUSec", request.deadlineUSec)
    if let group = invocation.line.value("group") { writer.member("group", group) }
    writer.member("identifier", request.identifier)
    writer.member("mode", mode.rawValue)
    writer.member("notBeforeUSec", request.earliestBeginUSec)
    if let conflict = request.onConflict { writer.member("onConflict", conflict) }
    writer.member("request", request)
    writer.member("requirements", FleetRequirements.text(of: request))
    writer.endObject()
    let json = try invocation.fleetCall(function: "submit_1", writer.bytes)
    if invocation.wroteJSON(json) { return .success }
    let name = SafeText.inline(request.identifier)
    invocation.console.printSentence(
      "Submitted \(invocation.console.styled(name, .bold)) to the fleet (\(mode.rawValue)).")
    invocation.console.printSentence("Later: bgtaskctl fleet explain \(name)")
    return .success
  }

  /// Makes the request as a machine gets it, and checks it as the machine's daemon will.
  private static func request(_ invocation: Invocation) throws(Failure) -> Wire.TaskRequest {
    var request = try RequestBuilder.build(invocation)
    // The group of this verb is one of machines, not an exclusive group of tasks.
    request.order = nil
    do throws(SchedulerInterfaceError) {
      _ = try request.submission()
    } catch {
      throw Failure.refused(error).namingOption(in: request, of: "fleet submit")
    }
    return request
  }

  /// Checks the dates of a nightly task, which machines compute.
  private static func checkDates(_ invocation: Invocation) throws(Failure) {
    if let dates = invocation.line.value("nightly") { _ = try invocation.calendar(dates, "--nightly: ") }
    guard let zone = invocation.line.value("zone"), zone != "UTC", ZoneFile(named: zone) == nil else {
      return
    }
    throw invocation.misuse(
      "--zone: '\(zone)' is no time zone that this machine knows, such as Europe/Berlin")
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

/// The way in which a task's work is spread over the machines.
enum FleetMode: String {
  case once, everywhere, nightly
}

/// The requirements of a request as one expression, by which machines find the work that is for them. The
/// daemon of a machine asks for the others, such as a battery that is not low, before it begins.
enum FleetRequirements {
  static func text(of request: Wire.TaskRequest) -> String {
    let wishes: [(Bool?, String)] = [
      (request.requiresNetworkConnectivity, "network"), (request.requiresUnmeteredNetwork, "unmetered"),
      (request.requiresExternalPower, "external-power"), (request.requiresIdle, "idle"),
      (request.requiresStorageNotLow, "not storage-low"), (request.requiresVPN, "vpn"),
    ]
    var parts = wishes.filter { $0.0 == true }.map(\.1)
    if let when = request.when { parts.append(parts.isEmpty ? when : "(\(when))") }
    return parts.joined(separator: " and ")
  }
}
