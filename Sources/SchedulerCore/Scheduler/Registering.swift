/// Registrations: programs connect, name the identifiers that they handle, and go (R1 to R5, R36).
extension Scheduler {
  /// Registers a program (R1, R3). Runs that wait for one of the identifiers are delivered at once, and runs
  /// that the program still works on go on.
  mutating func register(
    _ request: RegistrationRequest, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    guard tables.registrations[request.connection] == nil else {
      throw .invalidRequest(
        field: "identifiers", message: "this connection has registered already; use AddIdentifiers")
    }
    let identifiers = Set(request.identifiers)
    let name = try application(request.application, handling: request.identifiers)
    try checkCount(identifiers.count, adding: identifiers.count, caller)
    let application = ApplicationKey(uid: caller.uid, name: name)
    var process = request.process.flatMap { tables.processes[$0] }
    // A process of another user is never the caller's. A manifest may have been renamed since the process was
    // started.
    if process?.application.uid != caller.uid { process = nil }
    let registration = Registration(
      connection: request.connection, name: volatile.random.runID().text, application: application,
      identifiers: identifiers, process: process?.id)
    tables.setRegistration(request.connection, registration)
    process?.hasRegistered = true
    if let process {
      tables.setProcess(process.id, process)
      processRegistered(process.id, connected: request.connected, at: moment)
    }
    takeUp(request.runs, registration, at: moment)
    greet(application, on: request.connection, identifiers.sorted(), at: moment)
    if let process { attend(process.id, at: moment) }
    return .registered(name: registration.name, application: name)
  }

  /// Adds identifiers to those that the program handles.
  mutating func addIdentifiers(
    _ identifiers: [String], to name: String, _ caller: Caller, at moment: Moment
  ) throws(SchedulerError) -> Reply {
    guard let connection = tables.indexes.registrationByName[name],
      let application = tables.registrations[connection]?.application, application.uid == caller.uid
    else {
      throw .invalidRequest(
        field: "registration",
        message: "found \(name.quoted), allowed is the name of a registration that lives")
    }
    _ = try self.application(application.name, handling: identifiers)
    // The registration is not copied here: adding a few costs a few, however many it has.
    let added = Set(
      identifiers.filter { tables.registrations[connection]?.identifiers.contains($0) == false })
    let count = tables.registrations[connection]?.identifiers.count ?? 0
    try checkCount(count + added.count, adding: added.count, caller)
    let identifiers = added.sorted()
    tables.addIdentifiers(identifiers, to: connection)
    greet(application, on: connection, identifiers, at: moment)
    return .done
  }

  private func checkCount(_ count: Int, adding added: Int, _ caller: Caller) throws(SchedulerError) {
    let all = tables.indexes.handledByUser[caller.uid, default: 0] + added
    for (found, most, whose) in [
      (count, Registration.mostIdentifiers, "one registration"),
      (all, Registration.mostOfUser, "all registrations of user \(caller.uid)"),
    ] where found > most {
      throw .invalidRequest(
        field: "identifiers", message: "found \(found) in all, allowed are up to \(most) of \(whose)")
    }
  }

  /// Sets whether the connection's application is in use (R36).
  mutating func setApplicationState(
    _ state: ApplicationState, _ name: String, _ connection: ConnectionID, _ caller: Caller,
    at moment: Moment
  ) throws(SchedulerError) -> Reply {
    guard volatile.catalog.application(named: name) != nil else {
      throw .invalidRequest(
        field: "application",
        message: "found \(name.quoted), allowed is the name of an application with a manifest")
    }
    let key = ApplicationKey(uid: caller.uid, name: name)
    let before = tables.foreground[connection]
    tables.setForeground(connection, state == .background ? nil : key)
    for changed in Set([before, key].compactMap(\.self)).sorted(by: { $0.name < $1.name }) {
      applicationChanged(changed, at: moment)
    }
    return .done
  }

  /// Takes in a connection's end, which interrupts its program's runs unless they were told to stop (R38).
  mutating func disconnected(_ connection: ConnectionID, at moment: Moment) {
    if tables.inquiries[connection] != nil { tables.setInquiry(connection, nil) }
    endAssertion(on: connection, at: moment)
    if let key = tables.foreground[connection] {
      tables.setForeground(connection, nil)
      applicationChanged(key, at: moment)
    }
    guard let registration = tables.registrations[connection] else { return }
    tables.setRegistration(connection, nil)
    for active in runs(tables.indexes.runsByConnection[connection]) { lost(active, at: moment) }
    if let process = registration.process { attend(process, at: moment) }
  }

  /// Ends a run whose program is gone without a report.
  mutating func lost(_ run: ActiveRun, at moment: Moment) {
    var active = run
    if active.run.stopReason == nil {
      active.run.stopReason = Reason(
        code: .vanished, message: "its application went away without a report")
    }
    end(active, as: outcome(of: active), at: moment)
  }

  /// Returns the application that permits all the identifiers: the named one, or any if `name` is empty.
  private func application(
    _ name: String, handling identifiers: [String]
  ) throws(SchedulerError) -> String {
    guard let first = identifiers.first else {
      throw .invalidRequest(field: "identifiers", message: "found none, allowed are one or more")
    }
    var found = name
    for identifier in identifiers {
      guard let application = volatile.catalog.application(permitting: identifier) else {
        throw .notPermitted(
          identifier: identifier,
          message:
            "no application's manifest permits it; add it to PermittedIdentifiers= "
            + "of a manifest in applications.d"
        )
      }
      if found.isEmpty { found = application.name }
      guard application.name == found else {
        throw .notPermitted(
          identifier: identifier,
          message: name.isEmpty
            ? "it belongs to the application \(application.name), and \(first) to \(found)"
            : "it belongs to the application \(application.name), not to \(name.quoted)")
      }
    }
    return found
  }

  /// Takes up the runs that the program says it still works on, from this daemon or the one before.
  private mutating func takeUp(_ runs: [RunID], _ registration: Registration, at moment: Moment) {
    for id in runs {
      guard var active = tables.runs[id], active.run.uid == registration.application.uid,
        registration.handles(active.run.identifier), active.target == .application,
        active.phase != .killed, !active.isOver
      else {
        // The run was given up, and may have been given to another program since.
        let reason = Reason(
          code: .vanished, message: "the scheduler does not know this run any more")
        directives.append(
          .warn(
            id, on: registration.connection, reason: reason, grace: volatile.configuration.expirationGrace))
        continue
      }
      // No program has the run yet: it is delivered like any other that waits for a program.
      if case .awaited = active.phase, !active.isRestored { continue }
      let before = process(of: active)
      active.connection = registration.connection
      active.process = nil
      tables.setRun(id, active)
      if let before { attend(before, at: moment) }
      // At the start this waits for the machine's conditions.
      if case .awaited = active.phase, active.isRestored { adopt(active, at: moment) }
      if case .expiring(let killAt) = active.phase, let reason = active.run.stopReason {
        // The program may not have heard it.
        let grace = max(killAt - moment.monotonic, .zero)
        directives.append(.warn(id, on: registration.connection, reason: reason, grace: grace))
      }
    }
  }

  /// Delivers the runs that wait for a program, and places the tasks that wait for the application anew.
  private mutating func greet(
    _ application: ApplicationKey, on connection: ConnectionID, _ identifiers: [String], at moment: Moment
  ) {
    // Runs that wait for the end of a process are for the next process.
    if !isEnding(connection) {
      recovered(application)
      for active in runs(of: application, among: identifiers) {
        guard case .awaited = active.phase, !active.isRestored else { continue }
        deliver(active, to: connection, at: moment)
      }
    }
    applicationChanged(application, at: moment)
  }

  /// Returns the application's runs of these identifiers and patterns. Identifiers cannot be derived from a
  /// pattern, so it is compared with all runs, of which there are never many.
  private func runs(of application: ApplicationKey, among identifiers: [String]) -> [ActiveRun] {
    var found = Set(
      identifiers.compactMap { tables.indexes.runByKey[TaskKey(uid: application.uid, identifier: $0)] })
    let patterns = identifiers.map { IdentifierPattern($0) }.filter(\.coversMany)
    if !patterns.isEmpty {
      for active in tables.runs.values
      where active.application == application
        && patterns.contains(where: { $0.permits(active.run.identifier) })
      {
        found.insert(active.run.id)
      }
    }
    return runs(found)
  }

  /// Places tasks that wait for the application anew, and decides whether its process is still needed.
  mutating func applicationChanged(_ key: ApplicationKey, at moment: Moment) {
    tables.indexes.waitingForApplication[key]?.forEach { volatile.backlog.replacing.insert($0) }
    if let process = tables.indexes.processByApplication[key] { attend(process, at: moment) }
  }
}

extension String {
  /// The caller's text for an error, cut to 64 characters.
  fileprivate var quoted: String { utf8.count > 64 ? "\"\(prefix(64))…\"" : "\"\(self)\"" }
}
