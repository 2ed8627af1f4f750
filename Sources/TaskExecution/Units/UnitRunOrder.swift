/// What a ``UnitRun`` is there for.
enum UnitRunOrder {
  /// Starts a program in a unit of its own.
  case launch(Program)
  /// Starts a unit that is there already.
  case start
  /// Looks after a unit that an earlier daemon has started.
  case adopt
}
