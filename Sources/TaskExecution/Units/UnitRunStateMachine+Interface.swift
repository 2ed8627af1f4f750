import LinuxSystem

extension UnitRunStateMachine {
  /// What it hears.
  enum Input: Hashable, Sendable {
    // Of the connection.

    /// The manager answers.
    case linkReady
    /// The manager was there and is gone.
    case linkLost
    /// The manager could not be reached.
    case linkFailed(BusError)
    /// The manager reads all units again from their files.
    case reloadBegan
    /// It has done so.
    case reloadEnded

    // Of the executor.

    /// Its program is to stop, within its grace.
    case expire
    /// Its program is to be killed.
    case kill
    /// All that were adopted with it are known.
    case goOn

    // The answers to its actions.

    /// ``Action/startTransientUnit(_:)`` or ``Action/startUnit``: the job that starts it.
    case startAnswered(Result<String, BusError>)
    /// ``Action/startTransientUnit(_:)``: the manager was not asked, since its environment is not written.
    case environmentFailed(SystemError)
    /// ``Action/loadUnit``: the path of its object.
    case loadAnswered(Result<String, BusError>)
    /// ``Action/claim(_:)``: signals about that path come here.
    case pathClaimed
    /// ``Action/claim(_:)``: another run knows the unit by another of its names.
    case pathTaken
    /// ``Action/look``: its properties.
    case looked(Result<UnitSnapshot, BusError>)
    /// ``Action/readArguments``: those of its program.
    case argumentsRead(Result<[String], BusError>)
    /// ``Action/killLeftovers``: nil when there were some, else why there was nothing to kill.
    case leftoversKilled(BusError?)

    // Signals of the manager.

    /// All that is known of the unit, now that some of it has changed.
    case changed(UnitSnapshot)
    /// A job is done with.
    case jobRemoved(String, result: String)
    /// The unit's object is gone.
    case unitRemoved
  }

  /// What is to be done. Those that are answered say by what.
  enum Action: Hashable, Sendable {
    // Requests to the manager.

    /// Writes the program's environment to its file, where there are such files, and has the manager start
    /// the program. ``Input/startAnswered(_:)`` or, when the file cannot be written,
    /// ``Input/environmentFailed(_:)``.
    case startTransientUnit(Program)
    /// Asks for the path of a unit that is there already. ``Input/loadAnswered(_:)``.
    case loadUnit
    /// Starts a unit that is there already. ``Input/startAnswered(_:)``.
    case startUnit
    /// Asks for all properties. ``Input/looked(_:)``.
    case look
    /// Asks for the program's arguments as the manager has them. ``Input/argumentsRead(_:)``.
    case readArguments
    /// Stops the unit. The answer does not matter: a unit that is gone already has ended, and the others say
    /// it by their changes.
    case stop
    /// SIGKILL to all of its processes. The answer does not matter, as for ``stop``.
    case killAll
    /// SIGKILL to all of its processes, and an error when there is none. ``Input/leftoversKilled(_:)``.
    case killLeftovers

    // What is done here.

    /// Removes the file of the program's environment: the program has it, or never will.
    case removeEnvironment
    /// Takes the signals about this path for the run. ``Input/pathClaimed`` or ``Input/pathTaken``.
    case claim(String)

    // What the executor is told.

    /// The program runs.
    case started
    /// The program was not started. Nothing follows.
    case failed(LaunchProblem)
    /// The program and all that it left behind is gone. Nothing follows.
    case ended(UnitEnd)
    /// What an adopted unit is doing is known. After ``UnitRunAdoption/missing`` nothing follows.
    case adopted(UnitRunAdoption)
  }
}
