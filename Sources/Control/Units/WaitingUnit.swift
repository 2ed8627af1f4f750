import PlainText
import SchedulerCore
import SystemdSyntax

/// The files for a service that waits: a drop-in, and a unit that stops the service when its needs are lost.
struct WaitingUnit {
  let name: String
  let unit: UnitFile
  let wait: UnitWait
  let isSystem: Bool
  /// The program that waits, by its absolute path.
  let program: String

  /// A file, by its path below the generator's directory.
  struct File: Equatable {
    let path: String
    let text: String
  }

  var files: [File] {
    var files = [File(path: "\(name).d/50-bgtask.conf", text: dropIn)]
    if wait.whileRunning != nil { files.append(File(path: guardName, text: guardUnit)) }
    return files
  }

  /// The name of the unit that watches the conditions of While=. A template's is a template.
  private var guardName: String { "bgtask-while-\(name)" }

  private var dropIn: String {
    """
    # Made by bgtask-helper generate of the section [\(UnitWait.section)].
    [Unit]
    Wants=bgtaskd.socket
    After=bgtaskd.socket
    \(wait.whileRunning == nil ? "" : "Wants=\(instance(of: guardName))\n")\(jobLimits)
    [Service]
    ExecCondition=\(isSystem ? "+" : "")\(command(name: true, wait.start, isPatient: true))
    TimeoutStartSec=\(startLimit)

    """
  }

  /// The unit that waits like the service, then for the loss, and stops it (not for unknown conditions).
  private var guardUnit: String {
    let lost = wait.whileRunning.map { ConditionExpression(.not($0.root)) } ?? wait.start
    let stop = isSystem ? "/usr/bin/systemctl" : "/usr/bin/systemctl --user"
    return """
      # Made by bgtask-helper generate of the section [\(UnitWait.section)] of \(name).
      [Unit]
      Description=Stops \(instance(of: name)) when what it needs is lost
      BindsTo=\(instance(of: name))
      [Service]
      Type=oneshot
      TimeoutStartSec=infinity
      ExecStart=\(command(name: false, wait.start, isPatient: false))
      ExecStart=\(command(name: false, lost, isPatient: false, unknown: .wait))
      ExecStart=\(stop) --no-block stop \(instance(of: name))

      """
  }

  private func command(
    name isNamed: Bool, _ expression: ConditionExpression, isPatient: Bool, unknown: UnknownPolicy? = nil
  ) -> String {
    var words = [program, isSystem ? "--system" : "--user", "wait-for", "--when", expression.text]
    if isNamed { words += ["--name", "%n"] }
    if let unknown = unknown ?? wait.unknownConditions {
      words += ["--unknown-conditions", unknown.rawValue]
    }
    if isPatient {
      words += ["--if-unavailable", "run"]
      if let limit = wait.timeoutUSec {
        // Exit status 75 of a condition means that the unit is skipped (systemd.service(5)).
        words += [
          "--timeout", TimeSpanSyntax.format(limit), "--on-timeout", wait.onTimeout == .run ? "run" : "fail",
        ]
      }
    }
    return words.map(Self.escaped).joined(separator: " ")
  }

  /// Returns the word for a command line of systemd, without specifiers and variables.
  private static func escaped(_ word: String) -> String {
    if word == "%n" { return word }
    return Words.quote(word).replacingParts("%", with: "%%").replacingParts("$", with: "$$")
  }

  /// Returns a template's name as that of its instance, and another name as it is.
  private func instance(of name: String) -> String {
    name.replacingParts("@.service", with: "@%i.service")
  }

  /// The limit of the start, with the time of the wait.
  private var startLimit: String {
    guard let wait = wait.timeoutUSec else { return "infinity" }
    let own = ["TimeoutStartSec", "TimeoutSec"].compactMap { unit.assignment("Service", $0) }
      .max { $0.line < $1.line }.flatMap { try? $0.timeSpan() }
    // The manager's default, and that of a service that runs once (systemd.service(5)).
    let isOneshot = unit.assignment("Service", "Type")?.value == "oneshot"
    let limit = own ?? (isOneshot ? TimeSpanSyntax.infinity : 90_000_000)
    let (sum, overflow) = limit.addingReportingOverflow(wait)
    guard limit != TimeSpanSyntax.infinity, limit > 0, !overflow else { return "infinity" }
    // A daemon has some seconds to answer besides.
    return TimeSpanSyntax.format(sum + 15_000_000)
  }

  /// The limits of the whole job, lifted because they would end the wait.
  private var jobLimits: String {
    ["JobTimeoutSec", "JobRunningTimeoutSec"].filter { unit.assignment("Unit", $0) != nil }
      .map { "\($0)=infinity\n" }.joined()
  }
}
