import LinuxSystem
import SchedulerCore
import Testing

@testable import TaskExecution

/// One of the odd ways that a run's unit may go, step by step.
struct UnitRunStory: Sendable, CustomTestStringConvertible {
  typealias Row = UnitRunRow

  struct Step: Sendable {
    let input: UnitRunStateMachine.Input
    let actions: [UnitRunStateMachine.Action]
  }

  let testDescription: String
  let begin: UnitRunSituation
  let steps: [Step]

  private init(
    _ name: String, _ begin: UnitRunSituation,
    _ steps: (UnitRunStateMachine.Input, [UnitRunStateMachine.Action])...
  ) {
    testDescription = name
    self.begin = begin
    self.steps = steps.map { Step(input: $0.0, actions: $0.1) }
  }

  static let all = [
    // MARK: Starting

    Self(
      "A reload while a job starts it: nothing is believed until its arguments were read", .starting,
      (.reloadBegan, []), (.changed(.working), []), (.looked(.working), []), (.jobDone, []),
      (.reloadEnded, [.readArguments]), (.argumentsRead(.asTheyWere), [.look]), (.changed(.working), []),
      (.looked(.working), Row.started)),
    Self(
      "systemd 252 reads the arguments back otherwise: what it starts is ended, and the start fails for now",
      .starting, (.reloadBegan, []), (.reloadEnded, [.readArguments]),
      (.argumentsRead(.others), [.killAll, .stop, .look]), (.changed(.failed), []), (.looked(.working), []),
      (.changed(.failing), []), (.changed(.failed), Row.failed(Row.readAgain))),
    Self(
      "A program that was seen at work was started with its arguments: a reload raises no doubt", .starting,
      (.changed(.beginning), []), (.reloadBegan, []), (.reloadEnded, []), (.changed(.working), Row.started)),
    Self(
      "A stop takes the place of the start while the program begins: the run is over when its unit is",
      .starting, (.changed(.beginning), []), (.jobCanceled, [.look]), (.changed(.stoppingAtWork), []),
      (.looked(.stoppingAtWork), []), (.changed(.stoppingAtWork), []),
      (.changed(.terminated), Row.started + Row.over(.signal("SIGTERM")))),
    Self(
      "A stop takes the place of the start while systemd prepares the process", .starting,
      (.changed(.beginning), []), (.jobCanceled, [.look]), (.looked(.stoppingAtWork), []),
      (
        .changed(.setUpFailed),
        Row.failed(
          LaunchProblem("program /bin/x: cannot be executed; the journal says why", isPassing: false))
      )),
    Self(
      "A stop takes the place of a start that has not begun, and systemd forgets the unit", .starting,
      (.jobCanceled, [.look]),
      (.looked(.missing), Row.failed(Row.notStarted("job: canceled", isPassing: true)))),
    Self(
      "A stop takes the place of the start, and the unit is gone when it is looked at again", .starting,
      (.changed(.beginning), []), (.jobCanceled, [.look]), (.looked(.stoppingAtWork), []), (.linkLost, []),
      (.linkReady, [.look]), (.looked(.missing), Row.failed(Row.notStarted("job: canceled", isPassing: true)))
    ),
    Self(
      "A doubt outlives the manager that it is about, whatever the bus says of an answer that never comes",
      .askedInDoubt, (.reloadEnded, [.readArguments]), (.linkLost, []),
      (.argumentsRead(.failure(.timedOut)), []), (.linkReady, [Row.launch]),
      (.startAnswered(.exists), [.readArguments]), (.looked(.working), []),
      (.argumentsRead(.others), [.killAll, .stop, .look])),
    Self(
      "A unit that is missing after the connection was lost is asked for once more, and no more", .starting,
      (.linkLost, []), (.linkReady, [.readArguments]), (.argumentsRead(.success([])), [.look]),
      (.looked(.missing), [Row.launch]), (.startAnswered(.exists), [.look]),
      (
        .looked(.missing),
        Row.failed(
          LaunchProblem(
            "systemd does not know the unit bgtask-0123456789abcdef0123456789abcdef.service", isPassing: true)
        )
      )),
    Self(
      "A kill before the manager has heard of it: the start fails for now", .idle,
      (.kill, Row.failed(Row.stoppedBefore)), (.linkReady, [])),
    Self(
      "An end while a job still starts it is an end, when the program had begun", .starting,
      (.changed(.failed), []), (.jobFailed, Row.started + Row.over(.status(1)))),
    Self(
      "An end while a job still starts it is a failed start, when systemd only prepared the program",
      .starting,
      (.changed(.setUpFailed), []),
      (
        .jobFailed,
        Row.failed(
          LaunchProblem("program /bin/x: cannot be executed; the journal says why", isPassing: false))
      )),
    Self(
      "What the manager was told before it heard of the run is told again with the request", .asked,
      (.expire, [.stop]), (.linkLost, []), (.kill, []), (.linkReady, [Row.launch, .stop, .killAll])),

    // MARK: A unit that is there already

    Self(
      "An existing unit that is active for somebody else is left alone, whatever this run is told", .loading,
      (.loadAnswered(.path), [.claim("/canonical")]), (.pathClaimed, [.look]),
      (.looked(.working), Row.failed(Row.activeAlready)), (.kill, [])),
    Self(
      "An existing unit that another run knows by another name is left alone", .loading,
      (.loadAnswered(.path), [.claim("/canonical")]), (.pathTaken, Row.failed(Row.activeAlready))),
    Self(
      "An existing unit that was told to stop while it was looked at is not started", .inspecting,
      (.expire, Row.failed(Row.stoppedBefore)), (.looked(.inactive), [])),
    Self(
      "An existing unit that is kept from an earlier start did not run for this one", .inspecting,
      (.looked(.kept), [.startUnit]), (.startAnswered(.job), []), (.changed(.kept), []),
      (
        .jobDone,
        Row.failed(
          LaunchProblem(
            "systemd did not start it: it stays active after the end of its program (RemainAfterExit=)",
            isPassing: false))
      )),
    Self(
      "An existing unit is started again only when it was not started before the connection was lost",
      .existingUnsure, (.linkReady, [.look]), (.looked(.inactive), [.startUnit]), (.linkLost, []),
      (.linkReady, [.look]), (.looked(.working), Row.started)),

    // MARK: Ending

    Self(
      "What a program that failed left behind is killed once", .running, (.changed(.failing), [.killAll]),
      (.changed(.failing), []), (.linkLost, []), (.linkReady, [.look]), (.looked(.failing), []),
      (.changed(.failed), Row.over(.status(1)))),
    Self(
      "What a program that ended well left behind is killed, and the run ends after it", .running,
      (.changed(.kept), [.killLeftovers]), (.leftoversKilled(nil), [.stop]), (.changed(.stopping), []),
      (.changed(.stopped), Row.over(.status(0)))),
    Self(
      "What a program that was told to stop left behind has the grace as well", .running, (.expire, [.stop]),
      (.changed(.failing), []), (.changed(.failed), Row.over(.status(1)))),
    Self(
      "A unit that was unloaded when it had ended has ended as it was heard", .running,
      (.changed(.kept), [.killLeftovers]), (.leftoversKilled(.timedOut), [.look]),
      (.looked(.inactive), Row.over(.status(0)))),
    Self(
      "Orders may have been lost with the connection", .running, (.kill, [.killAll]), (.linkLost, []),
      (.expire, []), (.linkReady, [.look, .stop, .killAll]), (.linkLost, []),
      (.linkReady, [.look, .stop, .killAll])),
    Self(
      "A kill is not an order to stop", .running, (.kill, [.killAll]), (.linkLost, []),
      (.linkReady, [.look, .killAll])),
    Self(
      "What a manager that is gone has said is not believed, nor half a change", .running, (.linkLost, []),
      (.looked(.missing), []), (.changed(.failed), []), (.unitRemoved, []), (.linkReady, [.look]),
      (.changed(.failed), []), (.unitRemoved, []), (.looked(.working), []),
      (.changed(.failed), Row.over(.status(1)))),

    // MARK: Adopting

    Self(
      "An adopted run that is missing is told so, and nothing follows", .finding,
      (.looked(.missing), [.adopted(.missing)]), (.goOn, []), (.linkReady, [])),
    Self(
      "An adopted run says nothing until all are known", .finding, (.looked(.working), [.adopted(.running)]),
      (.changed(.kept), []), (.looked(.kept), []), (.goOn, [.removeEnvironment, .killLeftovers]),
      (.leftoversKilled(.nobody), Row.over(.status(0)))),
    Self(
      "An adopted run that is held goes on without the manager, and asks it when it is back", .held,
      (.changed(.kept), []), (.linkLost, []), (.goOn, [.removeEnvironment, .killLeftovers]),
      (.leftoversKilled(.gone), []), (.linkReady, [.look]), (.looked(.kept), [.killLeftovers])),
    Self(
      "An existing unit that is active since before the run was recorded is not adopted, nor ever touched",
      .existingFinding, (.expire, []), (.kill, []), (.looked(.olderWork), [.adopted(.missing)])),
  ]
}
