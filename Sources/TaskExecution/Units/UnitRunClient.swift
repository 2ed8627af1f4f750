/// Who is told what becomes of a ``UnitRun``.
protocol UnitRunClient: AnyObject {
  /// The program runs.
  func started(_ run: UnitRun)
  /// The program was not started. It is the last that is said of the run.
  func failed(_ run: UnitRun, _ problem: LaunchProblem)
  /// The program and all that it left behind is gone. It is the last that is said of the run.
  func ended(_ run: UnitRun, _ end: UnitEnd)
  /// Signals about this object are about the run.
  /// - Returns: False when they are about another run already, which knows the unit by another of its names.
  func found(_ run: UnitRun, path: String) -> Bool
  /// What an adopted unit is doing is known.
  func adopted(_ run: UnitRun, _ state: UnitRunAdoption)
}
