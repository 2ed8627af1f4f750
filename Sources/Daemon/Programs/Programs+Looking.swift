import LinuxSystem
import SchedulerCore
import TaskExecution

/// Looks at paths and watches them. The helper that looks has the rights of the task's user and makes the
/// watch, which counts among that user's; the daemon only waits for it and never touches the paths.
extension Programs {
  /// Starts a look. Its ``Event/pathsLooked(_:_:)`` comes a moment after its limit at the latest, and then
  /// ``Event/pathsTouched(_:)`` at the first event of its watch.
  func look(_ look: PathLook) {
    guard let helper else {
      return fail(look, "bgtaskd needs bgtask-helper, which is not installed")
    }
    do throws(SystemError) {
      let pair = try MessagePair()
      ask(
        .paths(look), as: look.id, uid: look.uid, [helper, "look", "--"] + look.paths, within: look.limit,
        in: "/", answer: (pair.reading, pair.writing))
    } catch {
      fail(look, "\(error)")
    }
  }

  /// Ends a look or a watch that no task waits for any more.
  func unwatch(_ id: RunID) {
    watches.removeValue(forKey: id)?.cancel()
    giveUp(asking: id)
  }

  /// Returns the finding that the end of the look's program means, and follows the watch that it has left.
  func finding(_ exit: Exit, _ open: OpenQuestion, as id: RunID) -> PathFinding {
    guard !open.isLate else { return .failed("no answer in time") }
    guard let answer = open.answer,
      let (bytes, descriptor) = try? MessagePair.receive(from: answer, atMost: Self.lineLimit)
    else { return .failed("no answer: bgtask-helper \(Self.words(exit))") }
    let line = Self.line(bytes)
    guard let descriptor else { return .failed(line ?? "no answer") }
    guard let stamp = line.flatMap(PathStamp.init), let watch = ChangeWatch(received: descriptor) else {
      return .failed("bgtask-helper has not answered the question that it was asked")
    }
    do throws(SystemError) {
      watches[id] = try DescriptorSource(watch.events, for: .reading, queue: queue) { [weak self] in
        self?.touched(id)
      }
      return .seen(stamp)
    } catch {
      return .failed("\(error)")
    }
  }

  private func touched(_ id: RunID) {
    watches.removeValue(forKey: id)?.cancel()
    handler(.pathsTouched(id))
  }

  private func fail(_ look: PathLook, _ problem: String) {
    queue.runLater { [handler] in handler(.pathsLooked(look.id, .failed(problem))) }
  }

  private static func words(_ exit: Exit) -> String {
    switch exit {
    case .status(let status): "ended with status \(status)"
    case .signal(let name): "was ended by \(name)"
    case .outOfMemory: "ran out of memory"
    case .unknown: "is gone"
    }
  }
}
