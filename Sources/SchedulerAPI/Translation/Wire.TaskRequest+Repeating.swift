extension Wire.TaskRequest {
  /// Another run follows when one is done (R18).
  package var repeats: Bool { repeatsByDate || order?.repeats == true || pathChange != nil }

  /// It has a date for each of them.
  package var repeatsByDate: Bool { repeatDurationUSec != nil || calendar != nil }
}
