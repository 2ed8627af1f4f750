/// What a unit that was to be adopted is doing.
enum UnitRunAdoption {
  /// Its program works.
  case running
  /// Its program has ended.
  case ended
  /// There is no such unit.
  case missing
}
