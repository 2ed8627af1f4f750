import Foundation
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import Control

@Suite("Services that wait")
struct UnitGeneratorTests {
  private let folder: TemporaryFolder
  private let directories: UnitDirectories

  init() throws {
    folder = try TemporaryFolder()
    directories = UnitDirectories(paths: [folder.path("etc"), folder.path("usr")])
    for name in ["etc", "usr", "out"] { try folder.write("\(name)/.keep", "") }
  }

  private func write(_ path: String, _ text: String) throws {
    try folder.write(path, text)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(path), withDestinationPath: target)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  private func generate(isSystem: Bool = true) -> (units: [WaitingUnit], problems: [String]) {
    var generator = UnitGenerator(directories, isSystem: isSystem, program: "/usr/bin/bgtaskctl")
    let units = generator.units()
    return (units, generator.problems.map { $0.description.replacing(folder.path, with: "") })
  }

  private func texts(_ unit: WaitingUnit) -> [String: String] {
    Dictionary(uniqueKeysWithValues: unit.files.map { ($0.path, $0.text) })
  }

  @Test("A service with the section waits before its first command, and has the time for it")
  func service() throws {
    try write("usr/a.service", "[Service]\nExecStart=/bin/true\nTimeoutStartSec=1min\n")
    try write(
      "etc/a.service.d/x.conf",
      "[X-Bgtask]\nWhen=idle and network \"50% $HOME\"\nTimeout=2h\nOnTimeout=skip\nUnknownConditions=wait\n")
    let (units, problems) = generate()
    #expect(problems.isEmpty && units.map(\.name) == ["a.service"])
    let text = try #require(texts(units[0])["a.service.d/50-bgtask.conf"])
    #expect(
      text.contains(
        #"ExecCondition=+/usr/bin/bgtaskctl --system wait-for --when "idle and network \"50%% $$HOME\"" "#
          + "--name %n "
          + "--unknown-conditions wait --if-unavailable run --timeout 2h --on-timeout fail\n"))
    #expect(text.contains("\nTimeoutStartSec=2h 1min 15s\n"))
    #expect(!text.contains("bgtask-while"))
  }

  @Test("What must go on holding has a unit that stops the service, of a template a template")
  func whileRunning() throws {
    try write(
      "usr/a@.service",
      "[Unit]\nJobTimeoutSec=1h\n[Service]\nType=oneshot\nExecStart=/bin/true\n"
        + "[X-Bgtask]\nWhile=vpn\nWhen=idle\n"
    )
    let (units, problems) = generate(isSystem: false)
    #expect(problems.isEmpty && units.map(\.name) == ["a@.service"])
    let files = texts(units[0])
    let dropIn = try #require(files["a@.service.d/50-bgtask.conf"])
    #expect(dropIn.contains("Wants=bgtask-while-a@%i.service\nJobTimeoutSec=infinity\n"))
    #expect(dropIn.contains("ExecCondition=/usr/bin/bgtaskctl --user wait-for --when \"idle and vpn\""))
    #expect(dropIn.contains("TimeoutStartSec=infinity"))
    let guardUnit = try #require(files["bgtask-while-a@.service"])
    #expect(guardUnit.contains("BindsTo=a@%i.service"))
    #expect(
      guardUnit.contains(
        "wait-for --when \"not vpn\" --unknown-conditions wait\n"
          + "ExecStart=/usr/bin/systemctl --user --no-block stop a@%i.service\n"))
  }

  @Test("A timer's section is for its service, unless that has its own")
  func timers() throws {
    for name in ["a", "b", "c"] { try write("usr/\(name).service", "[Service]\nExecStart=/bin/true\n") }
    try write("usr/a.timer", "[Timer]\nOnCalendar=daily\n[X-Bgtask]\nWhen=vpn\n")
    try write("usr/other.timer", "[Timer]\nUnit=b.service\n")
    try write("etc/other.timer.d/x.conf", "[X-Bgtask]\nWhen=idle\n")
    try write("usr/c.timer", "[X-Bgtask]\nWhen=idle\n")
    try write("etc/c.service.d/x.conf", "[X-Bgtask]\nWhen=hot\n")
    try write("usr/gone.timer", "[X-Bgtask]\nWhen=idle\n")
    #expect(
      generate().units.map { "\($0.name) \($0.wait.start.text)" } == [
        "a.service vpn", "b.service idle", "c.service hot",
      ])
  }

  @Test("Higher files hide lower ones, general drop-ins count, masked units and aliases do not")
  func search() throws {
    let section = "[X-Bgtask]\nWhen=idle\n"
    for name in ["a-b", "c", "d", "e@x"] {
      try write("usr/\(name).service", "[Service]\nExecStart=/bin/true\n")
    }
    try write("usr/c.service.d/x.conf", section)
    try write("etc/c.service.d/x.conf", "")
    try write("usr/a-.service.d/y.conf", section)
    try write("usr/d.service.d/y.conf", section)
    try link("etc/d.service", to: "/dev/null")
    try link("etc/alias.service", to: folder.path("usr/a-b.service"))
    try write("etc/e@.service.d/y.conf", section)
    try write("etc/lonely.service.d/y.conf", section)
    #expect(generate().units.map(\.name) == ["a-b.service", "e@x.service"])
  }

  @Test("Nobody waits where bgtaskd is masked")
  func masked() throws {
    try write("usr/a.service", "[Service]\nExecStart=/bin/true\n[X-Bgtask]\nWhen=idle\n")
    #expect(generate().units.count == 1)
    try link("etc/bgtaskd.service", to: "/dev/null")
    #expect(generate().units.isEmpty)
  }

  @Test("What is wrong is said with file and line, and a condition that cannot be read counts for nothing")
  func problems() throws {
    try write("usr/a.service", "[Service]\nExecStart=/bin/true\n")
    try write("etc/a.service.d/x.conf", "[X-Bgtask]\nWhen=idel\nWhile=vpn\n")
    try write("usr/b.service", "[Install]\nWantedBy=multi-user.target\n")
    try write("etc/b.service.d/x.conf", "[X-Bgtask]\nWhen=idle\nTimeout=soon\nOnTimeout=never\nWhne=\n")
    let (units, problems) = generate()
    #expect(units.map(\.name) == ["b.service"] && units[0].wait.timeoutUSec == nil)
    #expect(problems.count == 5)
    #expect(problems[0].contains("etc/a.service.d/x.conf:2: When=: column 1: found \"idel\""))
    #expect(problems[1].contains("etc/b.service.d/x.conf:5") && problems[1].contains("did you mean When?"))
    #expect(problems[2].contains("etc/b.service.d/x.conf:3: Timeout="))
    #expect(problems[3].contains("etc/b.service.d/x.conf:4: OnTimeout=: found never, allowed are run, skip"))
    #expect(
      problems[4].contains("usr/b.service:2") && problems[4].contains("a boot does not reach the target"))
  }

  @Test("The verb writes files, or says what it would write")
  func verb() throws {
    try write("usr/a.service", "[Service]\nExecStart=/bin/true\n[X-Bgtask]\nWhen=idle\nWhile=vpn\n")
    let environment = ["SYSTEMD_UNIT_PATH": folder.path("usr")]
    let check = ControlRun.helper(["--system", "generate", "--check", "/run"], variables: environment)
    #expect(check.status == .success && check.output == "a.service waits for idle and vpn\n")
    let run = ControlRun.helper(["--system", "generate", folder.path("out")], variables: environment)
    #expect(run.status == .success && run.output == "")
    #expect(try text("out/a.service.d/50-bgtask.conf").contains("ExecCondition=+"))
    #expect(try text("out/bgtask-while-a.service").contains("BindsTo=a.service"))
    try write("usr/b.service", "[Service]\n[X-Bgtask]\nWhen=(\n")
    let wrong = ControlRun.helper(["--system", "generate", "--check", "/run"], variables: environment)
    #expect(wrong.status == .data && wrong.output.contains("usr/b.service:3: When=: column 2"))
  }

  @Test("The drop-ins that come with the package can be read")
  func shipped() throws {
    let names = try Repository.files(below: "systemd/waiting", suffix: ".conf")
    #expect(names.count == 9)
    for name in names {
      var problems: [SyntaxProblem] = []
      let wait = UnitWait(UnitFile.parse(text: try Repository.text(name), name: name), problems: &problems)
      #expect(wait?.timeoutUSec != nil && problems.isEmpty, "\(name): \(problems)")
    }
  }
}
