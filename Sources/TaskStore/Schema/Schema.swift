/// The schema of the file. Its version is the number of migrations that were carried out.
enum Schema {
  /// "bgtd", by which `file` and SQLite know the file (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x6267_7464

  /// The number of runs of each identifier that are the last of their user's history to go.
  static let runsKeptOfIdentifier = 10

  /// Marks the runs that go first in a file without marks. Part of the fourth step, so it never changes.
  static let markSurplus = """
    UPDATE run SET surplus = 1 WHERE outcome = 'missed' OR seq IN (
      SELECT seq FROM (
        SELECT seq, row_number() OVER (PARTITION BY uid, identifier ORDER BY seq DESC) AS place
        FROM run WHERE ended IS NOT NULL)
      WHERE place > 10)
    """

  /// Every step, in order. Add to the end, with a fixture of the version that was the last until then.
  static let migrations = [
    Migration(
      name: "tasks, runs and their output",
      statements: [
        """
        CREATE TABLE task (
          id INTEGER PRIMARY KEY,
          uid INTEGER NOT NULL,
          identifier TEXT NOT NULL,
          kind TEXT NOT NULL,
          target TEXT NOT NULL,
          earliest_begin INTEGER,
          deadline INTEGER,
          on_deadline TEXT NOT NULL,
          asked_requirements INTEGER NOT NULL,
          requires_idle INTEGER,
          runtime_limit INTEGER,
          repeat_every INTEGER,
          tolerance INTEGER NOT NULL,
          retry_backoff TEXT,
          retry_initial INTEGER,
          retry_maximum INTEGER,
          retry_maximum_attempts INTEGER,
          on_conflict TEXT NOT NULL,
          strategy TEXT NOT NULL,
          requirements INTEGER NOT NULL,
          submitted INTEGER NOT NULL,
          attempt INTEGER NOT NULL,
          retry_not_before INTEGER,
          recurrence INTEGER NOT NULL,
          is_overdue INTEGER NOT NULL,
          run_id TEXT,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        // Apart from the task, which changes often: a change of state does not write the request again, and
        // a start does not read it.
        """
        CREATE TABLE payload (
          task INTEGER PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
          bytes BLOB NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        // seq is the order in which runs were recorded. Dates cannot be: the wall clock steps.
        """
        CREATE TABLE run (
          seq INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          task INTEGER NOT NULL,
          uid INTEGER NOT NULL,
          identifier TEXT NOT NULL,
          kind TEXT NOT NULL,
          attempt INTEGER NOT NULL,
          started INTEGER NOT NULL,
          ended INTEGER,
          outcome TEXT,
          success INTEGER,
          exit_status INTEGER,
          signal TEXT,
          stop_code TEXT,
          stop_message TEXT,
          stop_required TEXT,
          stop_observed TEXT,
          stop_since INTEGER,
          progress_completed INTEGER,
          progress_total INTEGER,
          progress_title TEXT,
          progress_subtitle TEXT,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        // Every index ends with the table's key, so each of these gives the order of launches as well.
        "CREATE INDEX run_of_task ON run (uid, identifier)",
        "CREATE INDEX run_of_user ON run (uid)",
        "CREATE INDEX run_active ON run (ended) WHERE ended IS NULL",
        "CREATE INDEX run_ended ON run (ended) WHERE ended IS NOT NULL",
        """
        CREATE TABLE run_output (
          run INTEGER PRIMARY KEY REFERENCES run (seq) ON DELETE CASCADE,
          bytes BLOB NOT NULL,
          is_truncated INTEGER NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE meta (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          value TEXT NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
      ]),
    // The task of a declaration may be over: the record keeps it from being made again.
    Migration(
      name: "declared tasks",
      statements: [
        """
        CREATE TABLE declaration (
          task INTEGER PRIMARY KEY,
          uid INTEGER NOT NULL,
          identifier TEXT NOT NULL,
          file TEXT NOT NULL,
          digest INTEGER NOT NULL,
          timing INTEGER NOT NULL,
          state TEXT NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """
      ]),
    Migration(
      name: "what tasks ask of sleep and of lost requirements",
      statements: [
        "ALTER TABLE task ADD COLUMN prevents_sleep INTEGER",
        "ALTER TABLE task ADD COLUMN sleeps_through INTEGER",
        "ALTER TABLE task ADD COLUMN excused_attempts INTEGER",
        "ALTER TABLE task ADD COLUMN freeze_limit INTEGER",
      ]),
    // Not part of the row's checksum: it follows from the other rows, and only gives the order of deletion.
    Migration(
      name: "history of each user and identifier",
      statements: [
        "ALTER TABLE run ADD COLUMN surplus INTEGER", markSurplus,
        "CREATE INDEX run_surplus ON run (uid) WHERE surplus IS NOT NULL",
      ]),
    Migration(
      name: "what applications have had, and how long runs lasted",
      statements: [
        """
        CREATE TABLE application_use (
          id INTEGER PRIMARY KEY,
          uid INTEGER NOT NULL,
          application TEXT NOT NULL,
          last_refresh INTEGER,
          last_processing INTEGER,
          debt INTEGER NOT NULL,
          debt_at INTEGER NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        "ALTER TABLE run ADD COLUMN length INTEGER",
      ]),
    Migration(
      name: "what tasks say of conditions in their own words",
      statements: [
        "ALTER TABLE task ADD COLUMN when_text TEXT",
        "ALTER TABLE task ADD COLUMN while_text TEXT",
        "ALTER TABLE task ADD COLUMN relax_text TEXT",
        "ALTER TABLE task ADD COLUMN asked_unknown TEXT",
        "ALTER TABLE task ADD COLUMN waits_for_unknown INTEGER",
      ]),
    Migration(
      name: "since when tasks have had no success",
      statements: [
        "ALTER TABLE task ADD COLUMN overdue_after INTEGER",
        "ALTER TABLE task ADD COLUMN without_success_since INTEGER",
        "ALTER TABLE task ADD COLUMN lacks_success INTEGER",
      ]),
    Migration(
      name: "dates of the calendar",
      statements: [
        "ALTER TABLE task ADD COLUMN calendar TEXT", "ALTER TABLE task ADD COLUMN randomized_delay INTEGER",
      ]),
    Migration(
      name: "what follows from what becomes of tasks",
      statements: [
        "ALTER TABLE task ADD COLUMN on_failure TEXT", "ALTER TABLE task ADD COLUMN on_success TEXT",
        "ALTER TABLE task ADD COLUMN on_overdue TEXT", "ALTER TABLE task ADD COLUMN program TEXT",
        "ALTER TABLE task ADD COLUMN cause_trigger TEXT", "ALTER TABLE task ADD COLUMN cause_chain TEXT",
        "ALTER TABLE task ADD COLUMN cause_run TEXT", "ALTER TABLE task ADD COLUMN called_for INTEGER",
      ]),
    Migration(
      name: "what is held back because somebody said so",
      statements: [
        """
        CREATE TABLE pause (
          id INTEGER PRIMARY KEY,
          uid INTEGER,
          kind TEXT,
          identifiers TEXT,
          since INTEGER NOT NULL,
          until INTEGER,
          author INTEGER NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """
      ]),
    Migration(
      name: "what tasks come after, and their groups",
      statements: [
        "ALTER TABLE task ADD COLUMN group_name TEXT", "ALTER TABLE task ADD COLUMN after_success TEXT",
        "ALTER TABLE task ADD COLUMN after_end TEXT", "ALTER TABLE task ADD COLUMN repeats_after INTEGER",
        "ALTER TABLE task ADD COLUMN served INTEGER",
      ]),
    Migration(
      name: "changes of paths that tasks wait for",
      statements: [
        "ALTER TABLE task ADD COLUMN paths TEXT", "ALTER TABLE task ADD COLUMN path_quiet INTEGER",
        "ALTER TABLE task ADD COLUMN path_latest INTEGER", "ALTER TABLE task ADD COLUMN path_since INTEGER",
        "ALTER TABLE task ADD COLUMN path_digest INTEGER", "ALTER TABLE task ADD COLUMN path_before INTEGER",
      ]),
    Migration(
      name: "what runs have waited for",
      statements: [
        "ALTER TABLE run ADD COLUMN wait_since INTEGER", "ALTER TABLE run ADD COLUMN wait_reason TEXT",
      ]),
    Migration(
      name: "transfers, and milestones of launches",
      statements: [
        "ALTER TABLE task ADD COLUMN transfer_host TEXT",
        "ALTER TABLE task ADD COLUMN transfer_priority TEXT",
        "ALTER TABLE task ADD COLUMN transfer_discretionary INTEGER",
        "ALTER TABLE task ADD COLUMN transfer_session TEXT",
        "ALTER TABLE run ADD COLUMN launch_started INTEGER",
        "ALTER TABLE run ADD COLUMN launch_connected INTEGER",
        "ALTER TABLE run ADD COLUMN launch_registered INTEGER",
        "ALTER TABLE run ADD COLUMN launch_delivered INTEGER",
        "ALTER TABLE run ADD COLUMN launch_handled INTEGER",
        "ALTER TABLE run ADD COLUMN launch_usual INTEGER",
      ]),
    Migration(
      name: "what tasks say of changes of the clock",
      statements: ["ALTER TABLE task ADD COLUMN clock_change TEXT"]),
    Migration(
      name: "what changes while a task runs that waits for changes",
      statements: [
        "ALTER TABLE task ADD COLUMN own_changes TEXT", "ALTER TABLE task ADD COLUMN path_runs INTEGER",
      ]),
    Migration(
      name: "ends that tasks wait for",
      statements: [
        """
        CREATE TABLE task_end (
          id INTEGER PRIMARY KEY,
          uid INTEGER NOT NULL,
          identifier TEXT NOT NULL,
          ended INTEGER NOT NULL,
          succeeded INTEGER NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        "ALTER TABLE task ADD COLUMN ends_before INTEGER",
      ]),
    // No index: lines are read, and deleted, in the order of their numbers.
    Migration(
      name: "record of the machine's conditions",
      statements: [
        """
        CREATE TABLE condition_record (
          seq INTEGER PRIMARY KEY,
          time INTEGER NOT NULL,
          field INTEGER NOT NULL,
          value INTEGER,
          names TEXT,
          checksum INTEGER NOT NULL
        ) STRICT
        """
      ]),
    Migration(
      name: "what is known of windows of conditions, and how tasks are judged by it",
      statements: [
        """
        CREATE TABLE condition_window (
          requirements INTEGER PRIMARY KEY,
          count INTEGER NOT NULL,
          sum INTEGER NOT NULL,
          span INTEGER NOT NULL,
          counted_to INTEGER NOT NULL,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE work (
          task INTEGER PRIMARY KEY,
          uid INTEGER NOT NULL,
          identifier TEXT NOT NULL,
          usual_length INTEGER,
          resumes INTEGER,
          checksum INTEGER NOT NULL
        ) STRICT
        """,
        "ALTER TABLE task ADD COLUMN judgement TEXT", "ALTER TABLE task ADD COLUMN expected INTEGER",
        "ALTER TABLE task ADD COLUMN can_resume INTEGER",
        "ALTER TABLE task ADD COLUMN checkpoint_file TEXT",
        "ALTER TABLE task ADD COLUMN usual_length INTEGER", "ALTER TABLE task ADD COLUMN resumes INTEGER",
      ]),
    Migration(
      name: "leases of tasks",
      statements: [
        "ALTER TABLE task ADD COLUMN lease_until INTEGER", "ALTER TABLE task ADD COLUMN lease_boot INTEGER",
      ]),
    Migration(
      name: "dates that calendars were asked to begin at",
      statements: ["ALTER TABLE task ADD COLUMN not_before INTEGER"]),
    Migration(
      name: "waits that go on in another request",
      statements: ["ALTER TABLE task ADD COLUMN waits_since INTEGER"]),
    Migration(
      name: "turns behind other tasks and changes of paths, and runs that a person has started",
      statements: [
        "ALTER TABLE task ADD COLUMN turn_came INTEGER", "ALTER TABLE run ADD COLUMN by_hand INTEGER",
      ]),
  ]
}
