/// The types of `io.bgtaskd.Scheduler`, by their names in the protocol file. Dates (`…USec`) are microseconds
/// since the Unix epoch, lengths (`…DurationUSec`) are microseconds. What comes in is checked where it is
/// translated to the types of `SchedulerCore`.
public enum Wire {}
