import SchedulerCore
import SystemdSyntax

/// What a service gets that waits: a drop-in, and a unit that stops it when what it needs is lost.
struct WaitingUnit {
  let name: String
  let unit: UnitFile
  let wait: UnitWait
  let isSystem: Bool
  /// The program that waits, an absolute path.
  let program: String

  /// A file, relative to the generator's directory.
  struct File: Equatable {
    let path: String
    let text: String
  }

  var files: [File] {
    var files = [File(path: "\(name).d/50-bgtask.conf", text: dropIn)]
    if wait.whileRunning != nil { files.append(File(path: guardName, text: guardUnit)) }
    return files
  }

  /// The unit that watches what must go on holding. A template's is a template.
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

  /// Waits as the service does, then for the loss, and stops the service. What nobody reports stops nothing.
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

  /// As a command line of systemd has it: specifiers and variables are none.
  private static func escaped(_ word: String) -> String {
    if word == "%n" { return word }
    return Words.quote(word).replacing("%", with: "%%").replacing("$", with: "$$")
  }

  /// The same unit as of an instance, where it is a template's.
  private func instance(of name: String) -> String {
    name.replacing("@.service", with: "@%i.service")
  }

  /// The time that it may take to start, with the time that it waits.
  private var startLimit: String {
    guard let wait = wait.timeoutUSec else { return "infinity" }
    let own = ["TimeoutStartSec", "TimeoutSec"].compactMap { unit.assignment("Service", $0) }
      .max { $0.line < $1.line }.flatMap { try? $0.timeSpan() }
    // The manager's default, and that of what runs once (systemd.service(5)).
    let isOneshot = unit.assignment("Service", "Type")?.value == "oneshot"
    let limit = own ?? (isOneshot ? TimeSpanSyntax.infinity : 90_000_000)
    let (sum, overflow) = limit.addingReportingOverflow(wait)
    guard limit != TimeSpanSyntax.infinity, limit > 0, !overflow else { return "infinity" }
    // Besides, a daemon has some seconds to answer.
    return TimeSpanSyntax.format(sum + 15_000_000)
  }

  /// Limits of a whole job would end the wait.
  private var jobLimits: String {
    ["JobTimeoutSec", "JobRunningTimeoutSec"].filter { unit.assignment("Unit", $0) != nil }
      .map { "\($0)=infinity\n" }.joined()
  }
}
