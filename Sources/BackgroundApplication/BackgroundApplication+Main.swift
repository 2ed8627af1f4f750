import CLinux
import Dispatch
import Foundation

extension BackgroundApplication {
  /// Runs the program from its start to its end: ``run(on:)``, which SIGTERM and SIGINT end. Arguments are
  /// the program's own, unless the only one is `--print-manifest`.
  public static func main() async {
    let application = Self()
    if clinux_argument_count() == 2, clinux_argument(1).map({ String(cString: $0) }) == "--print-manifest" {
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
    // The program is not in use any more, and its hooks may have state to put away.
    await Lifecycle.shared.enter(.background)
    switch result {
    case .success: exit(EXIT_SUCCESS)
    case .failure(let error):
      application.log(BackgroundLogEntry(.error, error.localizedDescription))
      exit(EXIT_FAILURE)
    }
  }
}

/// A watch for the signals that tell the program to end.
final class TerminationSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter tell: Called on a queue, for each signal.
  init(_ tell: @escaping @Sendable () -> Void) {
    // On Linux Dispatch takes the signals itself, a moment later. Until then they end the program, as long as
    // they are not ignored, which would lose them.
    sources = [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: tell)
      source.activate()
      return source
    }
  }
}
