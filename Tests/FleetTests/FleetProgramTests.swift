import TestSupport
import Testing

@Suite("The command line of bgtask-fleet")
struct FleetProgramTests {
  @Test("--help and --version are answered without a file of settings; other words are told what is allowed")
  func help() throws {
    let program = BuiltProduct.url("bgtask-fleet")
    for word in ["--help", "-h"] {
      let help = try FinishedProgram.run(program, [word])
      #expect(help.status == 0 && help.output.hasPrefix("Usage: bgtask-fleet agent "), "\(help)")
      for option in ["--config=", "--state-directory=", "--socket=", "--identity=", "--version"] {
        #expect(help.output.contains(option), "\(option)")
      }
    }
    let version = try FinishedProgram.run(program, ["--version"])
    #expect(
      version.status == 0 && version.output.wholeMatch(of: /bgtask-fleet [0-9.]+\n/) != nil, "\(version)")
    // A library that changes the environment before the program begins takes no arguments away.
    let folder = try TemporaryFolder()
    let changed = try FinishedProgram.run(
      program, ["--version"], environment: try ChangedEnvironment.variables(in: folder))
    #expect(changed.output == version.output, "\(changed)")
    let mistake = try FinishedProgram.run(program, ["fly"])
    #expect(mistake.status == 64 && mistake.errors.contains("Usage: bgtask-fleet agent "), "\(mistake)")
  }
}
