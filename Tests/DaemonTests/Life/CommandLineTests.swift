import TestSupport
import Testing

@Suite("The command line of bgtaskd")
struct CommandLineTests {
  @Test("--version and --help say so on the standard output")
  func information() throws {
    let version = try BuiltDaemon.run("--version")
    #expect(version.status == 0)
    #expect(version.output == "bgtaskd 0.1.0\n")
    for option in ["--help", "-h"] {
      let help = try BuiltDaemon.run(option)
      #expect(help.status == 0)
      #expect(help.output.hasPrefix("Usage: bgtaskd [OPTIONS"))
      for name in [
        "--user", "--system", "--socket", "--state-directory", "--config", "--recover", "--log-target",
      ] {
        #expect(help.output.contains("  \(name)"), "\(name)")
      }
      #expect(help.errors == "")
    }
  }

  @Test(
    "What it does not understand is named, with status 64",
    arguments: [
      (["--colour"], "--colour"), (["file"], "file"), (["--socket"], "--socket needs a value"),
      (["--config="], "--config needs a value"), (["--user=me"], "--user=me"),
      (["--log-target", "paper"], "allowed are auto, journal and stderr"),
    ])
  func wrong(arguments: [String], says: String) throws {
    let run = try FinishedProgram.run(BuiltProduct.url("bgtaskd"), arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(says))
    #expect(run.errors.contains("--help"))
    #expect(run.output == "")
  }

  @Test("Without a runtime directory it says what is missing")
  func nowhere() throws {
    let run = try BuiltDaemon.run("--user", environment: ["XDG_RUNTIME_DIR": nil])
    #expect(run.status == 64)
    #expect(run.errors.contains("--socket"))
  }
}
