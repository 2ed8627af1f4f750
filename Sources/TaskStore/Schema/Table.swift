/// The tables whose rows are data. In each the first column is the integer key and the last the row's
/// checksum.
enum Table: UInt64, CaseIterable {
  // The numbers are part of every row's checksum: they never change.
  case task = 1
  case payload = 2
  case run = 3
  case runOutput = 4
  case meta = 5
  case declaration = 6
  case applicationUse = 7
  case pause = 8
  case taskEnd = 9
  case conditionRecord = 10
  case conditionWindow = 11
  case work = 12

  /// The table's name in SQL.
  var name: String {
    switch self {
    case .task: "task"
    case .payload: "payload"
    case .run: "run"
    case .runOutput: "run_output"
    case .meta: "meta"
    case .declaration: "declaration"
    case .applicationUse: "application_use"
    case .pause: "pause"
    case .taskEnd: "task_end"
    case .conditionRecord: "condition_record"
    case .conditionWindow: "condition_window"
    case .work: "work"
    }
  }

  /// The columns in the order in which rows are read, written and summed up. A later schema adds columns
  /// before the checksum's name here, and at the table's end in the file.
  var columns: [String] {
    switch self {
    case .task: Self.taskColumns
    case .payload: Self.payloadColumns
    case .run: Self.runColumns
    case .runOutput: Self.runOutputColumns
    case .meta: Self.metaColumns
    case .declaration: Self.declarationColumns
    case .applicationUse: Self.applicationUseColumns
    case .pause: Self.pauseColumns
    case .taskEnd: Self.taskEndColumns
    case .conditionRecord: Self.conditionRecordColumns
    case .conditionWindow: Self.conditionWindowColumns
    case .work: Self.workColumns
    }
  }

  /// The version of the schema that added the table.
  var firstVersion: Int64 {
    switch self {
    case .task, .payload, .run, .runOutput, .meta: 1
    case .declaration: 2
    case .applicationUse: 5
    case .pause: 10
    case .taskEnd: 17
    case .conditionRecord: 18
    case .conditionWindow, .work: 19
    }
  }

  /// The name of the integer key.
  var key: String { columns[0] }

  private static let taskColumns = [
    "id", "uid", "identifier", "kind", "target", "earliest_begin", "deadline", "on_deadline",
    "asked_requirements", "requires_idle", "runtime_limit", "repeat_every", "tolerance", "retry_backoff",
    "retry_initial", "retry_maximum", "retry_maximum_attempts", "on_conflict", "strategy", "requirements",
    "submitted", "attempt", "retry_not_before", "recurrence", "is_overdue", "run_id", "prevents_sleep",
    "sleeps_through", "excused_attempts", "freeze_limit", "when_text", "while_text", "relax_text",
    "asked_unknown", "waits_for_unknown", "overdue_after", "without_success_since", "lacks_success",
    "calendar", "randomized_delay", "on_failure", "on_success", "on_overdue", "program", "cause_trigger",
    "cause_chain", "cause_run", "called_for", "group_name", "after_success", "after_end", "repeats_after",
    "served", "paths", "path_quiet", "path_latest", "path_since", "path_digest", "path_before",
    "transfer_host", "transfer_priority", "transfer_discretionary", "transfer_session", "clock_change",
    "own_changes", "path_runs", "ends_before", "judgement", "expected", "can_resume",
    "checkpoint_file", "usual_length", "resumes", "lease_until", "lease_boot", "not_before",
    "waits_since", "turn_came", "checksum",
  ]
  private static let payloadColumns = ["task", "bytes", "checksum"]
  private static let runColumns = [
    "seq", "id", "task", "uid", "identifier", "kind", "attempt", "started", "ended", "outcome", "success",
    "exit_status", "signal", "stop_code", "stop_message", "stop_required", "stop_observed", "stop_since",
    "progress_completed", "progress_total", "progress_title", "progress_subtitle", "length", "wait_since",
    "wait_reason", "launch_started", "launch_connected", "launch_registered", "launch_delivered",
    "launch_handled", "launch_usual", "by_hand", "checksum",
  ]
  private static let runOutputColumns = ["run", "bytes", "is_truncated", "checksum"]
  private static let metaColumns = ["id", "name", "value", "checksum"]
  private static let declarationColumns = [
    "task", "uid", "identifier", "file", "digest", "timing", "state", "checksum",
  ]
  private static let applicationUseColumns = [
    "id", "uid", "application", "last_refresh", "last_processing", "debt", "debt_at", "checksum",
  ]
  private static let pauseColumns = [
    "id", "uid", "kind", "identifiers", "since", "until", "author", "checksum",
  ]
  private static let taskEndColumns = ["id", "uid", "identifier", "ended", "succeeded", "checksum"]
  private static let conditionRecordColumns = ["seq", "time", "field", "value", "names", "checksum"]
  private static let workColumns = ["task", "uid", "identifier", "usual_length", "resumes", "checksum"]
  private static let conditionWindowColumns = [
    "requirements", "count", "sum", "span", "counted_to", "checksum",
  ]
}
