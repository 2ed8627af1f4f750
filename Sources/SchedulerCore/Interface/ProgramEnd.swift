/// The end of a run's program that came while no daemon looked.
public struct ProgramEnd: Hashable, Sendable {
  /// What became of it.
  public var exit: Exit
  /// When, if anybody can say.
  public var ended: WallTime?

  /// An end.
  public init(exit: Exit, ended: WallTime?) {
    self.exit = exit
    self.ended = ended
  }
}
