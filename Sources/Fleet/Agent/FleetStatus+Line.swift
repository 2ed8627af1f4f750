import FleetCore

extension FleetStatus {
  /// The state in a line for `systemctl status`.
  var line: String {
    var parts = [isMember ? "In the fleet as \(name)" : "Asking to be in the fleet as \(name)"]
    if held > 0 { parts.append("\(held) of its tasks here") }
    if isDraining { parts.append("takes no new work (MaxConcurrentRuns=0)") }
    if isDatabaseAway { parts.append("the database does not answer") }
    if !hasDaemon { parts.append("bgtaskd does not answer") }
    if !canStore { parts.append("the agent's file cannot be written") }
    return parts.joined(separator: "; ")
  }
}
