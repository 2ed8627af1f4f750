/// The end of a run's program that came while no daemon looked.
package struct ProgramEnd: Hashable, Sendable {
  /// What became of it.
  package var exit: Exit
  /// When, if anybody can say.
  package var ended: WallTime?

  /// An end.
  package init(exit: Exit, ended: WallTime?) {
    self.exit = exit
    self.ended = ended
  }
}
