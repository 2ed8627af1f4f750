import Glibc
import TestSupport
import Testing

@testable import Control

@Suite("import of systemd's timers")
struct ImportTimerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.service", "[Service]\nExecStart=/bin/true\n")
  }

  private func run(_ names: String..., options: [String] = ["--system"]) -> ControlRun {
    ControlRun.run(options + ["import", "timer"] + names, variables: ["SYSTEMD_UNIT_PATH": folder.path])
  }

  /// What a timer's section comes to.
  private func imported(_ section: String) throws -> [String] {
    try folder.write("a.timer", "[Timer]\n\(section)\n")
    let run = run("a")
    #expect(run.status == .success, "\(run.errors)")
    return run.lines.drop { $0 != "[Task]" }.dropFirst().filter {
      !["RequiresIdle=no", "RuntimeLimit=24h", "Unit=a.service"].contains($0)
    }
  }

  @Test("Dates, periods and what belongs to them")
  func dates() throws {
    #expect(
      try imported("OnCalendar=daily\nOnCalendar=Mon *-*-* 06:00\nRandomizedDelaySec=1h\nAccuracySec=60") == [
        "OnCalendar=daily", "OnCalendar=Mon *-*-* 06:00", "RandomizedDelay=1h", "Tolerance=1min",
      ])
    #expect(
      try imported("OnCalendar=daily\nOnCalendar=\nOnCalendar=weekly\nPersistent=yes") == [
        "OnCalendar=weekly"
      ])
    #expect(try imported("OnUnitActiveSec=1d\nOnBootSec=15min\nRandomizedDelaySec=5") == ["Every=1d"])
    #expect(try imported("OnUnitInactiveSec=90\nAccuracySec=0") == ["Every=1min 30s"])
  }

  @Test("What is not carried over is said in the file and on standard error")
  func notes() throws {
    try folder.write(
      "a.timer",
      """
      [Unit]
      ConditionACPower=yes
      [Timer]
      OnCalendar=daily
      OnBootSec=5min
      OnUnitActiveSec=1h
      WakeSystem=yes
      FixedRandomDelay=yes
      """)
    let run = run("a.timer")
    #expect(run.status == .success)
    for note in [
      "OnBootSec=5min: no task begins with the start of the machine",
      "OnUnitActiveSec=1h is not carried over",
      "WakeSystem=: bgtaskd does not wake the machine", "bgtaskd stops them after 24h",
      "without AccuracySec= systemd begins up to 1min late",
      "ConditionACPower=yes of the timer is not carried over", "made up for once",
    ] {
      #expect(run.errors.contains("\(folder.path)/a.timer: ") && run.errors.contains(note), "\(note)")
      #expect(run.output.contains(note), "\(note)")
    }
    #expect(run.errors.contains("so that nothing is done twice: systemctl disable --now a.timer\n"))
    #expect(run.output.contains("#   OnCalendar=daily\n"))
  }

  @Test(
    "Of delays, accuracy and what was missed it is said what differs",
    arguments: [
      ("RandomizedDelaySec=1h", "its delay of up to 1h is always the same", true),
      ("RandomizedDelaySec=1h\nFixedRandomDelay=no", "its delay of up to 1h is always the same", true),
      ("RandomizedDelaySec=1h\nFixedRandomDelay=yes", "elay", false), ("FixedRandomDelay=yes", "elay", false),
      ("Unit=a.service", "without AccuracySec=", true), ("AccuracySec=0", "AccuracySec", false),
      ("AccuracySec=1us", "without AccuracySec=", false),
      ("AccuracySec=1h", "with AccuracySec=1h systemd begins at any time", true),
      ("AccuracySec=infinity", "AccuracySec=infinity is reduced to the maximum", true),
      ("Unit=a.service", "made up for once", true), ("Persistent=no", "made up for once", true),
      ("Persistent=yes\nPersistent=no", "made up for once", true),
      ("Persistent=yes", "made up for once", false),
    ])
  func differences(lines: String, note: String, isSaid: Bool) throws {
    try folder.write("a.timer", "[Timer]\nOnCalendar=daily\n\(lines)\n")
    let run = run("a")
    #expect(run.status == .success && run.errors.contains(note) == isSaid, "\(run.errors)")
    try folder.write("a.timer", "[Timer]\nOnUnitActiveSec=1d\nPersistent=yes\n")
    #expect(self.run("a").errors.contains("made up for once"))
  }

  @Test("Drop-ins count, and a timer may start a service of another name")
  func dropIns() throws {
    try folder.write("a.timer", "[Unit]\nDescription=Of a\n[Timer]\nOnCalendar=daily\nUnit=other.service\n")
    try folder.write("a.timer.d/x.conf", "[Timer]\nOnCalendar=\nOnCalendar=hourly\n")
    let run = run("a")
    #expect(run.lines.contains("Unit=other.service") && run.lines.contains("OnCalendar=hourly"))
    #expect(run.lines.contains("Title=Of a") && !run.lines.contains("OnCalendar=daily"))
    #expect(run.errors.contains("there is no other.service now"))
  }

  @Test("What a task cannot do is an error with the file")
  func refused() throws {
    for section in [
      "OnBootSec=5min", "", "OnCalendar=daily\nUnit=x.target", "OnUnitActiveSec=soon",
      "OnUnitActiveSec=infinity",
    ] {
      try folder.write("a.timer", "[Timer]\n\(section)\n")
      let run = run("a")
      #expect(
        run.status == .data && run.output.isEmpty
          && run.errors.hasPrefix("bgtaskctl: \(folder.path)/a.timer: "), "\(run)")
    }
    let none = run("b")
    #expect(
      none.status == .noInput && none.errors.contains("there is no timer b.timer; did you mean a.timer?"))
  }

  @Test("Of a user's own service there is its program, since units are root's to start")
  func own() throws {
    try folder.write("a.timer", "[Timer]\nOnCalendar=daily\nPersistent=yes\n")
    func task(_ service: String) throws -> ControlRun {
      try folder.write("a.service", "[Service]\n\(service)\n")
      return run("a", options: ["--user"])
    }
    func lines(_ service: String) throws -> [String] {
      let run = try task(service)
      #expect(run.status == .success, "\(run.errors)")
      return run.lines.filter {
        ["Command", "Environment", "WorkingDirectory", "EnvironmentFile", "LoadCredential"].contains(
          $0.prefix { $0 != "=" })
      }
    }
    #expect(try lines("ExecStart=/bin/a \"b c\" 50%%") == [#"Command=/bin/a "b c" 50%"#])
    #expect(try lines("ExecStart=:/bin/a $b") == ["Command=/bin/a $b"])
    #expect(
      try lines("ExecStart=/bin/a $b 'x ${c}' d'\\''e") == [
        #"Command=/bin/sh -c "'/bin/a' $b \"x ${c}\" 'd'\\''e'""#
      ])
    #expect(
      try lines("ExecStart=-/bin/a\nExecStart=/bin/b c\nEnvironment=X=1 \"Y=2 3\"\nWorkingDirectory=/srv")
        == [
          #"Command=/bin/sh -c "{ '/bin/a' || true; } && '/bin/b' 'c'""#, #"Environment=X=1 "Y=2 3""#,
          "WorkingDirectory=/srv",
        ])
    #expect(
      try lines("ExecStart=/bin/a\nEnvironmentFile=-/etc/default/a\nLoadCredential=p:/etc/p") == [
        "Command=/bin/a", "EnvironmentFile=-/etc/default/a", "LoadCredential=p:/etc/p",
      ])
    // Within a word only the braces make a variable.
    #expect(
      try lines("ExecStart=/bin/sh -c 'for i in 1 2; do echo $i; done'") == [
        #"Command=/bin/sh -c "for i in 1 2; do echo $i; done""#
      ])
    #expect(
      try lines("ExecStart=/bin/sh -c 'echo $i `${A}`'") == [
        #"Command=/bin/sh -c "'/bin/sh' '-c' \"echo \\$i \\`${A}\\`\"""#
      ])
    let process = try task("ExecStart=/bin/a\nKillMode=process")
    #expect(process.output.contains("\nKillMode=process\n") && !process.errors.contains("KillMode"))
    #expect(try !task("ExecStart=/bin/a\nKillMode=control-group").errors.contains("KillMode"))
    #expect(try task("ExecStart=/bin/a\nKillMode=mixed").errors.contains("KillMode=mixed of the service"))
    let rest = try task("ExecStart=/bin/a\nNice=10\nExecStartPre=/bin/b\nType=oneshot")
    for line in [
      "EnvironmentFile=%h/env", "EnvironmentFile=/etc/default/*", "LoadCredential=p", "LoadCredential=p:q",
      "SetCredentialEncrypted=p:V2h4cWh0",
    ] {
      let run = try task("ExecStart=/bin/a\n\(line)")
      #expect(run.errors.contains("\(line) of the service is not carried over"), "\(run.errors)")
    }
    #expect(rest.errors.contains("Nice=10 of the service is not carried over"))
    // What the unit asks for and says besides its service is named as well, or has a key of its own.
    let unit = try task(
      "ExecStart=/bin/a\nStandardOutput=file:/tmp/a\nStandardError=journal\n[Unit]\nConditionACPower=true\n"
        + "Description=Of a\nOnFailure=mail@%n.service\nConditionHost=b")
    #expect(unit.output.contains("\nRequiresExternalPower=yes\n"))
    for line in ["StandardOutput=file:/tmp/a", "OnFailure=mail@%n.service", "ConditionHost=b"] {
      #expect(unit.errors.contains("\(line) of the service is not carried over"), "\(unit.errors)")
    }
    #expect(!unit.errors.contains("StandardError") && !unit.errors.contains("Description"))
    #expect(rest.errors.contains("ExecStartPre=/bin/b of the service is not carried over"))
    #expect(rest.errors.contains("systemctl --user disable --now a.timer") && !rest.output.contains("Unit="))
    for wrong in [
      "ExecStart=+/bin/a", "ExecStart=/bin/a %i", "ExecStart=a", "ExecStart=/bin/a $$", "ExecStart=/bin/a 'x",
      "Nice=1",
    ] {
      #expect(try task(wrong).status == .data, "\(wrong)")
    }
  }
}
