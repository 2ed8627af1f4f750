import LinuxSystem

extension UnitRunStateMachine {
  /// An input of the machine.
  enum Input: Hashable, Sendable {
    // Inputs of the connection.

    /// The manager answers.
    case linkReady
    /// The manager was there and is gone.
    case linkLost
    /// The manager could not be reached.
    case linkFailed(BusError)
    /// The manager reads all units again from their files.
    case reloadBegan
    /// The manager has read all units again.
    case reloadEnded

    // Inputs of the executor.

    /// The program is to stop, within its grace.
    case expire
    /// The program is to be killed.
    case kill
    /// All units that were adopted together are known.
    case goOn

    // The answers to actions.

    /// ``Action/startTransientUnit(_:)`` or ``Action/startUnit``: the job that starts the unit.
    case startAnswered(Result<String, BusError>)
    /// ``Action/startTransientUnit(_:)``: the manager was not asked, since the environment is not written.
    case environmentFailed(SystemError)
    /// ``Action/loadUnit``: the path of the unit's object.
    case loadAnswered(Result<String, BusError>)
    /// ``Action/claim(_:)``: signals about that path come here.
    case pathClaimed
    /// ``Action/claim(_:)``: another run knows the unit by another of its names.
    case pathTaken
    /// ``Action/look``: the unit's properties.
    case looked(Result<UnitSnapshot, BusError>)
    /// ``Action/readArguments``: the program's arguments.
    case argumentsRead(Result<[String], BusError>)
    /// ``Action/killLeftovers``: nil when processes were left, else why there was nothing to kill.
    case leftoversKilled(BusError?)

    // Signals of the manager.

    /// All that is known of the unit, after a change.
    case changed(UnitSnapshot)
    /// A job has ended.
    case jobRemoved(String, result: String)
    /// The unit's object is gone.
    case unitRemoved
  }

  /// An action to carry out, with the input that answers it, if any.
  enum Action: Hashable, Sendable {
    // Requests to the manager.

    /// Writes the program's environment to its file, where there are such files, and has the manager start
    /// the program. Answered by ``Input/startAnswered(_:)`` or, when the file cannot be written,
    /// ``Input/environmentFailed(_:)``.
    case startTransientUnit(Program)
    /// Asks for the path of an existing unit. Answered by ``Input/loadAnswered(_:)``.
    case loadUnit
    /// Starts an existing unit. Answered by ``Input/startAnswered(_:)``.
    case startUnit
    /// Asks for all properties. Answered by ``Input/looked(_:)``.
    case look
    /// Asks for the program's arguments as the manager has them. Answered by ``Input/argumentsRead(_:)``.
    case readArguments
    /// Stops the unit. The answer does not matter: a unit that is gone already has ended, and other units
    /// report that by their changes.
    case stop
    /// Sends SIGKILL to all processes of the unit. The answer does not matter, as for ``stop``.
    case killAll
    /// Sends SIGKILL to all processes, an error without any. Answered by ``Input/leftoversKilled(_:)``.
    case killLeftovers

    // Actions of this process.

    /// Removes the file of the program's environment: the program has it, or never will.
    case removeEnvironment
    /// Claims the signals about this path. Answered by ``Input/pathClaimed`` or ``Input/pathTaken``.
    case claim(String)

    // Reports to the executor.

    /// The program runs.
    case started
    /// The program was not started. Nothing follows.
    case failed(LaunchProblem)
    /// The program and all that it left behind is gone. Nothing follows.
    case ended(UnitEnd)
    /// The state of an adopted unit is known. After ``UnitRunAdoption/missing`` nothing follows.
    case adopted(UnitRunAdoption)
  }
}
