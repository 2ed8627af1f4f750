import Foundation

extension BackgroundApplication {
  /// The program, from its start to its end: ``run(on:)``, with SIGTERM and SIGINT as its end. Unless the
  /// only argument is `--print-manifest`, arguments are the program's own.
  public static func main() async {
    let application = Self()
    if Array(CommandLine.arguments.dropFirst()) == ["--print-manifest"] {
      let manifest = Manifest(
        name: application.name, declarations: application.tasks.declarations, program: Manifest.ownProgram)
      do {
        try FileHandle.standardOutput.write(contentsOf: Data(manifest.text.utf8))
        exit(EXIT_SUCCESS)
      } catch {
        application.log(
          BackgroundLogEntry(.error, "the manifest cannot be written: \(error.localizedDescription)"))
        exit(EXIT_FAILURE)
      }
    }
    let work = Task { try await application.run() }
    let signals = TerminationSignals { work.cancel() }
    let result = await work.result
    withExtendedLifetime(signals) {}
    // Who was in use is not any more, and its hooks may have something to put away.
    await Lifecycle.shared.enter(.background)
    switch result {
    case .success: exit(EXIT_SUCCESS)
    case .failure(let error):
      application.log(BackgroundLogEntry(.error, error.localizedDescription))
      exit(EXIT_FAILURE)
    }
  }
}
