/// A change of the stored state. The changes of a batch of events are one transaction, in order.
/// Indirect for the same reason as ``Call``.
package indirect enum StoreChange: Hashable, Sendable {
  /// Insert or replace the task by its id. Without a payload the stored one stays.
  case putTask(ScheduledTask, payload: [UInt8]?)
  /// Delete the task and its payload.
  case deleteTask(TaskID)
  /// Delete all waiting tasks of this user, or those of one identifier. The scheduler holds none of them.
  case deleteWaiting(uid: UInt32, identifier: String? = nil)
  /// Insert or replace the run by its id.
  case putRun(Run)
  /// Insert or replace the record by its id.
  case putEnd(EndRecord)
  /// Delete the record of this id.
  case deleteEnd(Int64)
  /// Insert or replace the record by its task.
  case putDeclaration(DeclarationRecord)
  /// Delete the record of this task.
  case deleteDeclaration(TaskID)
  /// Insert or replace the record by its id.
  case putUse(ApplicationUseRecord)
  /// Delete the record of this id.
  case deleteUse(Int64)
  /// Insert or replace the pause by its id.
  case putPause(Pause)
  /// Insert or replace the record by its requirements.
  case putWindows(WindowRecord)
  /// Insert or replace the record by its task.
  case putWork(WorkRecord)
  /// Delete the record of this task.
  case deleteWork(TaskID)
  /// Delete the pause of this id.
  case deletePause(Int64)
  /// Add the line to the end of the record of conditions.
  case record(RecordedChange)
  /// Delete all lines of the record of conditions.
  case forgetRecord
}
