-- The fleet's schema, version 1: many machines share one PostgreSQL database.
--
-- Machines and people execute the functions named *_1 and touch no table. An administrator applies this file
-- (bgtaskctl fleet schema --apply); it may be applied again at any time. It uses nothing that
-- PostgreSQL-compatible distributed databases lack: no advisory locks, SKIP LOCKED and NOTIFY as switches in
-- `settings`, one mutation of a table a statement. Callers try 40001 and 40P01 again with the same text.
--
-- Three habits keep it fast:
-- 1. An exchange in which nothing has changed is one HOT update of one narrow row (`session`): exchange_1.
-- 2. What is over leaves: an occurrence that ends moves from `occurrence` to `history`, and a task that ends
--    leaves `open_task`.
-- 3. What many would write is written when a state changes, not for each event, and is a row of its own for
--    each: `group_change`, `attention`.
-- Locks are taken in one order: housekeeping, declared, session, open_task, occurrence, slot, class,
-- fleet_group.

BEGIN;

DO $do$
BEGIN
  IF pg_catalog.current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'the database has the encoding %, and the fleet needs UTF8',
      pg_catalog.current_setting('server_encoding')
      USING ERRCODE = '55000', HINT = 'Make a database with createdb -E UTF8 -T template0.';
  END IF;
END
$do$;

-- The roles. They cannot log in: an administrator grants them to the roles that can.
DO $do$
DECLARE
  v_role text;
BEGIN
  FOREACH v_role IN ARRAY
    ARRAY['bgtask_fleet_owner', 'bgtask_fleet_machine', 'bgtask_fleet_user', 'bgtask_fleet_admin']
  LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = v_role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
    END IF;
  END LOOP;
  -- Who applies the schema without being a superuser acts as the owner by membership.
  IF NOT pg_catalog.pg_has_role(current_user, 'bgtask_fleet_owner', 'MEMBER') THEN
    EXECUTE format('GRANT bgtask_fleet_owner TO %I', current_user);
  END IF;
END
$do$;

SET LOCAL client_min_messages = warning;
CREATE SCHEMA IF NOT EXISTS bgtask_fleet AUTHORIZATION bgtask_fleet_owner;
SET LOCAL ROLE bgtask_fleet_owner;
SET LOCAL search_path = bgtask_fleet, pg_catalog, pg_temp;
REVOKE ALL ON SCHEMA bgtask_fleet FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Tables ----------------------------------------------------------------------------------------------------

CREATE TABLE IF NOT EXISTS meta (
  version int PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE meta IS 'The versions of this schema that were applied here. schema_1 answers the highest.';
COMMENT ON COLUMN meta.version IS 'The N of schema-N.sql.';
COMMENT ON COLUMN meta.applied_at IS 'When it was applied first.';

-- An older file would replace functions with older ones.
DO $do$
BEGIN
  IF EXISTS (SELECT FROM meta WHERE version > 1) THEN
    RAISE EXCEPTION 'the database has a newer schema than version 1'
      USING ERRCODE = '55000', HINT = 'Apply the schema of the newest bgtaskd-fleet.';
  END IF;
END
$do$;

CREATE TABLE IF NOT EXISTS settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  lease interval NOT NULL DEFAULT '60 s' CHECK (lease > '0 s'),
  ask_after interval NOT NULL DEFAULT '20 s' CHECK (ask_after > '0 s'),
  idle_rate int NOT NULL DEFAULT 80 CHECK (idle_rate > 0),
  machines bigint NOT NULL DEFAULT 0,
  idle_lease interval,
  housekeep_every interval NOT NULL DEFAULT '5 s' CHECK (housekeep_every >= '0 s'),
  quiet_after interval NOT NULL DEFAULT '1 min',
  history_keep interval NOT NULL DEFAULT '90 days',
  event_keep interval NOT NULL DEFAULT '1 h' CHECK (event_keep >= '0 s'),
  role_machines int NOT NULL DEFAULT 100 CHECK (role_machines > 0),
  skip_locked boolean NOT NULL DEFAULT true,
  notify boolean NOT NULL DEFAULT false,
  lazy_commit boolean NOT NULL DEFAULT true,
  said jsonb,
  idle_said jsonb
);
COMMENT ON TABLE settings IS 'The settings of the whole fleet, one row.';
COMMENT ON COLUMN settings.only_row IS 'Keeps it one row.';
COMMENT ON COLUMN settings.lease IS
  'How long a session lives after an exchange. Agents stop runs at half of it.';
COMMENT ON COLUMN settings.ask_after IS
  'When agents are to come again; a greater value relieves the database.';
COMMENT ON COLUMN settings.idle_rate IS
  'How many exchanges a second the machines that hold nothing make together, at most: in a fleet of more '
  'than idle_rate * ask_after machines these ask less often, though every 20 min at least.';
COMMENT ON COLUMN settings.machines IS
  'How many machines there are, as housekeep has counted them, to a tenth.';
COMMENT ON COLUMN settings.idle_lease IS
  'The lease of a machine that holds nothing, made by settings_changed: at least three of its rounds.';
COMMENT ON COLUMN settings.housekeep_every IS
  'The pause between passes of housekeep, by whichever machine comes.';
COMMENT ON COLUMN settings.quiet_after IS
  'How long nothing waits in a class until machines look away from it.';
COMMENT ON COLUMN settings.history_keep IS 'How long ended occurrences stay in history.';
COMMENT ON COLUMN settings.event_keep IS
  'How long events stay for those who follow the fleet (events_1), the last million at most. 0: none are '
  'noted, which spares a row for each grant, begin and end.';
COMMENT ON COLUMN settings.role_machines IS
  'How many machines may register with one role, so that whoever has one machine''s credentials does not '
  'register any number.';
COMMENT ON COLUMN settings.skip_locked IS
  'Whether the database has SKIP LOCKED. Off: claims wait for each other.';
COMMENT ON COLUMN settings.lazy_commit IS
  'Whether the renewal of a machine that holds nothing is answered before it is on disk (synchronous_commit '
  'off), which costs a fifth. A crash of the database may lose it: then that machine''s lease is over '
  'earlier, which means nothing to a machine without grants, and its next sequence is one further on, which '
  'is accepted. Off where the database does not have synchronous_commit.';
COMMENT ON COLUMN settings.said IS 'What each answer says of the settings, made by settings_changed.';
COMMENT ON COLUMN settings.idle_said IS 'The same for machines that hold nothing.';
COMMENT ON COLUMN settings.notify IS 'Whether changes are also sent by NOTIFY, as hints. For small fleets.';

CREATE TABLE IF NOT EXISTS fleet_group (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  changed bigint NOT NULL DEFAULT 1
) WITH (fillfactor = 50);
COMMENT ON TABLE fleet_group IS 'The groups of machines. Rows stay, so that a sum of changed only rises.';
COMMENT ON COLUMN fleet_group.id IS 'Short, for sessions.';
COMMENT ON COLUMN fleet_group.name IS 'As machines and submissions name it; every machine is in "all".';
COMMENT ON COLUMN fleet_group.changed IS
  'With the rows of group_change: how often what the group''s machines should look at has changed, by a new '
  'class, one that becomes active or quiet, a nightly or everywhere task. A submission to an active class '
  'raises nothing. They are rows and no sequence because changes have to appear in the order of the commits: '
  'no machine may miss one.';

CREATE TABLE IF NOT EXISTS group_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id int NOT NULL
);
CREATE INDEX IF NOT EXISTS group_change_group ON group_change (group_id);
COMMENT ON TABLE group_change IS
  'The changes of groups that housekeep has not added to fleet_group.changed yet. Rows are added, because '
  'whoever changed the group''s row could hold all its machines up with an open transaction.';
COMMENT ON COLUMN group_change.id IS 'For housekeep.';
COMMENT ON COLUMN group_change.group_id IS 'The group.';

CREATE TABLE IF NOT EXISTS named_group (
  group_id int PRIMARY KEY,
  role text NOT NULL
);
CREATE INDEX IF NOT EXISTS named_group_role ON named_group (role);
COMMENT ON TABLE named_group IS 'Who named a group first, so that no role makes all the groups there may be.';
COMMENT ON COLUMN named_group.group_id IS 'The group.';
COMMENT ON COLUMN named_group.role IS 'The role, a machine''s or that of a person.';

CREATE TABLE IF NOT EXISTS class (
  id uuid PRIMARY KEY,
  group_id int NOT NULL,
  fleet_user text NOT NULL,
  requirements text NOT NULL,
  quiet boolean NOT NULL DEFAULT false,
  checked_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS class_active ON class (group_id) WHERE NOT quiet;
CREATE INDEX IF NOT EXISTS class_checked ON class (quiet, checked_at);
COMMENT ON TABLE class IS 'What a machine has to know in order to claim.';
COMMENT ON COLUMN class.id IS 'The digest of group, fleet user and requirements.';
COMMENT ON COLUMN class.group_id IS 'The group whose machines may claim.';
COMMENT ON COLUMN class.fleet_user IS 'The database role that submitted, which machines may allow.';
COMMENT ON COLUMN class.requirements IS 'One expression of bgtask-when(7), "" for none.';
COMMENT ON COLUMN class.quiet IS
  'Nothing waits in this class, and machines do not look at it. Who adds a waiting occurrence holds the row '
  'FOR SHARE; who makes it quiet holds it FOR UPDATE and looks again: no class with waiting occurrences is '
  'quiet.';
COMMENT ON COLUMN class.checked_at IS 'When housekeep last saw something waiting, or when it became quiet.';

CREATE TABLE IF NOT EXISTS machine (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL,
  groups int[] NOT NULL,
  allows text[] NOT NULL,
  draining boolean NOT NULL DEFAULT false,
  drained boolean NOT NULL DEFAULT false,
  forgotten boolean NOT NULL DEFAULT false,
  first_seen timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX IF NOT EXISTS machine_name ON machine (name) WHERE NOT forgotten;
CREATE INDEX IF NOT EXISTS machine_role ON machine (role) WHERE NOT forgotten;
COMMENT ON TABLE machine IS
  'What seldom changes of a machine; what changes with each exchange is in session.';
COMMENT ON COLUMN machine.id IS 'From the machine id, application specific.';
COMMENT ON COLUMN machine.name IS 'The host''s name, for people; one machine has it at a time.';
COMMENT ON COLUMN machine.role IS
  'The database role (session_user) that registered it. No other may speak for it.';
COMMENT ON COLUMN machine.groups IS 'The numbers of its groups.';
COMMENT ON COLUMN machine.allows IS 'The fleet users whose tasks may run there (AllowTasksOf=).';
COMMENT ON COLUMN machine.draining IS 'The machine itself says that it takes no new work.';
COMMENT ON COLUMN machine.drained IS 'An administrator says so (drain_1).';
COMMENT ON COLUMN machine.forgotten IS 'The row is kept only for the names in history.';
COMMENT ON COLUMN machine.first_seen IS 'When it registered, the last time if it was forgotten.';

CREATE TABLE IF NOT EXISTS session (
  machine uuid PRIMARY KEY,
  session uuid NOT NULL,
  sequence bigint NOT NULL,
  token bigint NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  began_at timestamptz NOT NULL,
  check_at timestamptz,
  groups int[] NOT NULL,
  role text NOT NULL,
  over boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);
CREATE INDEX IF NOT EXISTS session_check ON session (check_at) WHERE check_at IS NOT NULL;
COMMENT ON TABLE session IS
  'The membership of a machine and its lease: one narrow row for each machine. lease_until and sequence are '
  'in no index, and pages are half full, so that a renewal is a HOT update.';
COMMENT ON COLUMN session.machine IS 'The machine.';
COMMENT ON COLUMN session.session IS 'Random, new with each start of the agent.';
COMMENT ON COLUMN session.sequence IS 'The number of the last exchange.';
COMMENT ON COLUMN session.token IS
  'The number that the agent drew for the last exchange. Two agents with one memory (a resumed snapshot of a '
  'virtual machine) say the same sequence, and not the same token.';
COMMENT ON COLUMN session.lease_until IS 'When the lease is over, by the database''s clock.';
COMMENT ON COLUMN session.seen_at IS 'When the machine made its last exchange.';
COMMENT ON COLUMN session.began_at IS 'When the session began, for the message to a clone.';
COMMENT ON COLUMN session.check_at IS
  'When reaping has to look at the lease; null when the machine holds nothing. Renewals leave it alone and '
  'the reaper moves it on: an index on lease_until itself would be written by each renewal.';
COMMENT ON COLUMN session.groups IS 'machine.groups again, so that a renewal reads one row.';
COMMENT ON COLUMN session.role IS 'machine.role again.';
COMMENT ON COLUMN session.over IS
  'The machine has left. The row stays for a repetition of its last exchange.';

CREATE TABLE IF NOT EXISTS attention (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  machine uuid NOT NULL
);
CREATE INDEX IF NOT EXISTS attention_machine ON attention (machine);
COMMENT ON TABLE attention IS
  'There may be stops for a machine: its next exchange looks. Rows are added, because whoever changed the '
  'machine''s session could hold it up with an open transaction.';
COMMENT ON COLUMN attention.id IS 'So that an exchange removes only what it saw.';
COMMENT ON COLUMN attention.machine IS 'The machine.';

CREATE TABLE IF NOT EXISTS task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fleet_user text NOT NULL,
  identifier text NOT NULL,
  group_id int NOT NULL,
  mode text NOT NULL CHECK (mode IN ('once', 'everywhere', 'nightly')),
  at_most int,
  attempts smallint NOT NULL,
  calendar jsonb,
  class uuid NOT NULL,
  requirements text NOT NULL,
  request jsonb NOT NULL,
  not_before timestamptz NOT NULL,
  deadline timestamptz,
  submitted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  fence int NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS task_identifier ON task (fleet_user, identifier, id);
COMMENT ON TABLE task IS
  'What was submitted. Rows change only when a file says something else of an open task (update_task); '
  'whether a task goes on is in open_task.';
COMMENT ON COLUMN task.id IS 'The number of the task.';
COMMENT ON COLUMN task.fleet_user IS 'The database role that submitted it (session_user).';
COMMENT ON COLUMN task.identifier IS 'Unique for each fleet user among open tasks.';
COMMENT ON COLUMN task.group_id IS 'The group on whose machines it may run.';
COMMENT ON COLUMN task.mode IS 'once, everywhere (each machine of the group) or nightly (a calendar).';
COMMENT ON COLUMN task.at_most IS 'everywhere: on how many machines it runs at a time; null: no limit.';
COMMENT ON COLUMN task.attempts IS 'How often it is begun when machines are lost.';
COMMENT ON COLUMN task.calendar IS
  'nightly: {"expressions": [...], "zone": "..."}; machines compute the dates.';
COMMENT ON COLUMN task.class IS 'Its class.';
COMMENT ON COLUMN task.requirements IS 'As in its class, which may be removed before the task.';
COMMENT ON COLUMN task.request IS 'The TaskRequest for the daemon, as submitted.';
COMMENT ON COLUMN task.not_before IS 'The earliest begin.';
COMMENT ON COLUMN task.fence IS
  'The epoch from which new occurrences go on, so that the number that guards what the work writes never '
  'falls: the highest of what was removed unended, of the dates before, and of the task that it replaced.';
COMMENT ON COLUMN task.deadline IS 'When an occurrence that has not begun ends as missed.';
COMMENT ON COLUMN task.submitted_at IS 'When it was submitted.';

CREATE TABLE IF NOT EXISTS open_task (
  task bigint PRIMARY KEY,
  fleet_user text NOT NULL,
  identifier text NOT NULL,
  group_id int NOT NULL,
  class uuid NOT NULL,
  mode text NOT NULL,
  after_usec bigint,
  next_usec bigint,
  UNIQUE (fleet_user, identifier)
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS open_task_class ON open_task (class);
CREATE INDEX IF NOT EXISTS open_task_nightly ON open_task (class) WHERE mode = 'nightly';
CREATE INDEX IF NOT EXISTS open_task_calendars ON open_task (fleet_user) WHERE mode = 'nightly';
CREATE INDEX IF NOT EXISTS open_task_everywhere ON open_task (task) WHERE mode = 'everywhere';
COMMENT ON TABLE open_task IS
  'The tasks that have not ended. One task of a user has an identifier at a time.';
COMMENT ON COLUMN open_task.task IS 'The task. The next five columns are its own.';
COMMENT ON COLUMN open_task.fleet_user IS 'task.fleet_user.';
COMMENT ON COLUMN open_task.identifier IS 'task.identifier.';
COMMENT ON COLUMN open_task.group_id IS 'task.group_id.';
COMMENT ON COLUMN open_task.class IS 'task.class.';
COMMENT ON COLUMN open_task.mode IS 'task.mode.';
COMMENT ON COLUMN open_task.after_usec IS 'nightly: the last date that had an occurrence, or the submission.';
COMMENT ON COLUMN open_task.next_usec IS
  'nightly: the date after that, as a machine computed it. For people.';

CREATE TABLE IF NOT EXISTS declared (
  fleet_user text,
  identifier text,
  file text NOT NULL,
  digest text NOT NULL,
  task bigint NOT NULL,
  PRIMARY KEY (fleet_user, identifier)
);
COMMENT ON TABLE declared IS
  'The tasks that people have applied from files. A row outlives its task, so that work that was done once '
  'is not done again while its file says the same.';
COMMENT ON COLUMN declared.fleet_user IS 'Who applied it.';
COMMENT ON COLUMN declared.identifier IS 'The identifier of the task.';
COMMENT ON COLUMN declared.file IS 'The path of the file, where it was applied.';
COMMENT ON COLUMN declared.digest IS 'The digest of all that the file says of the task.';
COMMENT ON COLUMN declared.task IS 'The task that was made of it.';

CREATE TABLE IF NOT EXISTS occurrence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task bigint NOT NULL,
  class uuid NOT NULL,
  target uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  not_before timestamptz NOT NULL,
  deadline timestamptz,
  granted_at timestamptz,
  begun_at timestamptz,
  holder uuid,
  granted_sequence bigint,
  epoch int NOT NULL DEFAULT 0,
  attempt smallint NOT NULL DEFAULT 1,
  attempts smallint NOT NULL,
  releases smallint NOT NULL DEFAULT 0,
  slot smallint,
  waiting boolean NOT NULL DEFAULT true,
  cancelled boolean NOT NULL DEFAULT false,
  limited boolean NOT NULL DEFAULT false,
  mode text NOT NULL,
  key text NOT NULL,
  run_id text,
  UNIQUE (task, key)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 1);
CREATE INDEX IF NOT EXISTS occurrence_waiting ON occurrence (class, target, not_before, id) WHERE waiting;
CREATE INDEX IF NOT EXISTS occurrence_held ON occurrence (holder, granted_sequence) WHERE NOT waiting;
CREATE INDEX IF NOT EXISTS occurrence_deadline ON occurrence (deadline)
  WHERE waiting AND deadline IS NOT NULL;
COMMENT ON TABLE occurrence IS
  'The occurrences that wait or are granted. Ended ones are in history: this table is as large as what is '
  'to be done. It refers to task without a foreign key: only the functions here write, and the check of a '
  'key for each row would cost as much as the row.';
COMMENT ON COLUMN occurrence.id IS 'The number of the occurrence.';
COMMENT ON COLUMN occurrence.task IS 'Its task.';
COMMENT ON COLUMN occurrence.class IS 'The class of its task.';
COMMENT ON COLUMN occurrence.target IS 'everywhere: the machine that it is for. Zeros: any machine.';
COMMENT ON COLUMN occurrence.not_before IS 'When it may be granted.';
COMMENT ON COLUMN occurrence.deadline IS 'task.deadline.';
COMMENT ON COLUMN occurrence.granted_at IS 'When it was granted last.';
COMMENT ON COLUMN occurrence.begun_at IS 'When its holder said that it has begun.';
COMMENT ON COLUMN occurrence.holder IS
  'Who has it, or while it waits, who had it and may still report its end.';
COMMENT ON COLUMN occurrence.granted_sequence IS
  'The exchange that granted it: a repeated one finds it again.';
COMMENT ON COLUMN occurrence.epoch IS 'How often it was granted. A report with a lower one is fenced.';
COMMENT ON COLUMN occurrence.attempt IS 'One more than the runs whose machine was lost.';
COMMENT ON COLUMN occurrence.attempts IS 'The most that attempt may be.';
COMMENT ON COLUMN occurrence.releases IS 'How often a machine refused it: each time it waits longer.';
COMMENT ON COLUMN occurrence.slot IS 'Its place in slot, while it is granted.';
COMMENT ON COLUMN occurrence.waiting IS 'It waits; else it is granted to holder.';
COMMENT ON COLUMN occurrence.cancelled IS 'It is granted, and its holder has to stop it.';
COMMENT ON COLUMN occurrence.limited IS 'It needs a slot (everywhere, at most N).';
COMMENT ON COLUMN occurrence.mode IS 'task.mode.';
COMMENT ON COLUMN occurrence.key IS
  'once: "once"; everywhere: the machine; nightly: the date in microseconds.';
COMMENT ON COLUMN occurrence.run_id IS 'The run at its holder.';

CREATE TABLE IF NOT EXISTS slot (
  task bigint,
  number smallint,
  occurrence bigint,
  PRIMARY KEY (task, number)
) WITH (fillfactor = 50);
COMMENT ON TABLE slot IS 'The N places of an everywhere task that runs on at most N machines at a time.';
COMMENT ON COLUMN slot.task IS 'The task.';
COMMENT ON COLUMN slot.number IS 'From 1 to N.';
COMMENT ON COLUMN slot.occurrence IS 'Who has the place; null: nobody. In no index, so that updates are HOT.';

CREATE TABLE IF NOT EXISTS history (
  occurrence bigint PRIMARY KEY,
  task bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  started_usec bigint,
  ended_usec bigint,
  machine uuid,
  epoch int NOT NULL,
  exit_status int,
  attempt smallint NOT NULL,
  by_report boolean NOT NULL,
  success boolean NOT NULL,
  outcome text NOT NULL,
  key text NOT NULL,
  signal text,
  run_id text,
  message text,
  UNIQUE (task, key)
);
CREATE INDEX IF NOT EXISTS history_recorded ON history (recorded_at, occurrence);
COMMENT ON TABLE history IS 'How occurrences ended, one row for each.';
COMMENT ON COLUMN history.occurrence IS 'The occurrence; its row in occurrence is gone.';
COMMENT ON COLUMN history.task IS 'Its task.';
COMMENT ON COLUMN history.recorded_at IS 'When it was recorded, by the database''s clock.';
COMMENT ON COLUMN history.started_usec IS 'When the run began, by the machine''s clock.';
COMMENT ON COLUMN history.ended_usec IS 'When the run ended, by the machine''s clock.';
COMMENT ON COLUMN history.machine IS 'Who ran it; null: nobody.';
COMMENT ON COLUMN history.epoch IS 'The epoch of that grant; 0: never granted.';
COMMENT ON COLUMN history.exit_status IS 'As the machine reported, as signal, run_id and message.';
COMMENT ON COLUMN history.attempt IS 'Which attempt it was.';
COMMENT ON COLUMN history.by_report IS
  'The holder reported this end. Else the server ended it (cancelled, missed, leaseLost), and its last '
  'holder may still correct that, once.';
COMMENT ON COLUMN history.success IS 'Whether it did what it was to do.';
COMMENT ON COLUMN history.outcome IS 'The daemon''s outcomes, and leaseLost.';
COMMENT ON COLUMN history.key IS
  'occurrence.key; "none" for a task that was cancelled before it had an occurrence.';
COMMENT ON COLUMN history.signal IS 'The signal that ended the program.';
COMMENT ON COLUMN history.run_id IS 'The run in the machine''s own history.';
COMMENT ON COLUMN history.message IS 'A sentence for people.';

CREATE TABLE IF NOT EXISTS taken (
  machine uuid,
  occurrence bigint,
  epoch int,
  told bigint,
  PRIMARY KEY (machine, occurrence, epoch)
);
COMMENT ON TABLE taken IS 'What a machine may believe to hold and does not any more.';
COMMENT ON COLUMN taken.machine IS 'The machine.';
COMMENT ON COLUMN taken.occurrence IS 'What it held.';
COMMENT ON COLUMN taken.epoch IS 'The epoch of that grant.';
COMMENT ON COLUMN taken.told IS
  'The sequence of the exchange whose answer says it; the next deletes the row.';

CREATE TABLE IF NOT EXISTS verdict (
  class uuid,
  machine uuid,
  verdict text NOT NULL,
  code text,
  message text,
  said_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (class, machine)
);
CREATE INDEX IF NOT EXISTS verdict_machine ON verdict (machine);
COMMENT ON TABLE verdict IS 'What each machine said last about each class, for explain_1.';
COMMENT ON COLUMN verdict.class IS 'The class.';
COMMENT ON COLUMN verdict.machine IS 'The machine.';
COMMENT ON COLUMN verdict.verdict IS 'holds, lacks, never or disallowed.';
COMMENT ON COLUMN verdict.code IS 'The code of the reason, by which explain_1 counts.';
COMMENT ON COLUMN verdict.message IS 'The reason in words.';
COMMENT ON COLUMN verdict.said_at IS 'When it was said.';

CREATE TABLE IF NOT EXISTS claim_mark (
  class uuid PRIMARY KEY,
  not_before timestamptz NOT NULL,
  id bigint NOT NULL,
  full_at timestamptz NOT NULL,
  set_at timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE claim_mark IS
  'Where claims of a class begin to look. A snapshot that somebody has forgotten keeps dead entries at the '
  'front of the waiting index, and each claim would walk over all of them. A claim that was slow for that '
  'reason writes down where it found something. In a healthy database the table is empty.';
COMMENT ON COLUMN claim_mark.class IS 'The class.';
COMMENT ON COLUMN claim_mark.not_before IS
  'The first waiting occurrence that was found, with id; a moment that has just passed where none was due.';
COMMENT ON COLUMN claim_mark.id IS 'See not_before.';
COMMENT ON COLUMN claim_mark.full_at IS
  'From then on a claim begins at the front again, and finds what came back or was submitted late: when '
  'twenty times the duration of the last such walk has passed, so that these walks cost at most a '
  'twentieth.';
COMMENT ON COLUMN claim_mark.set_at IS 'When the mark was written.';

CREATE TABLE IF NOT EXISTS housekeeping (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  next_at timestamptz NOT NULL DEFAULT '-infinity',
  swept timestamptz NOT NULL DEFAULT '-infinity',
  swept_all_at timestamptz NOT NULL DEFAULT '-infinity',
  task_cursor bigint NOT NULL DEFAULT 0,
  events_gone timestamptz NOT NULL DEFAULT '-infinity',
  grace_until timestamptz NOT NULL DEFAULT '-infinity',
  old_from timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 10);
COMMENT ON TABLE housekeeping IS 'The guard of housekeep, one row.';
COMMENT ON COLUMN housekeeping.only_row IS 'Keeps it one row.';
COMMENT ON COLUMN housekeeping.next_at IS 'The machine that finds it passed does the pass, the others go on.';
COMMENT ON COLUMN housekeeping.swept IS
  'Leases and deadlines before it were seen to, but for some locked ones.';
COMMENT ON COLUMN housekeeping.grace_until IS
  'Until then no machine is lost: nobody could come before, and each has time to report what it has ended.';
COMMENT ON COLUMN housekeeping.old_from IS
  'Old ends that are recorded before it were seen to in this walk, whether or not they could be removed.';
COMMENT ON COLUMN housekeeping.swept_all_at IS 'When all are looked at again.';
COMMENT ON COLUMN housekeeping.task_cursor IS 'The everywhere task that was looked at last.';

COMMENT ON COLUMN housekeeping.events_gone IS 'The date of the last event that was removed.';

CREATE TABLE IF NOT EXISTS event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  task bigint,
  occurrence bigint,
  machine uuid,
  epoch int,
  exit_status int,
  attempt smallint,
  success boolean,
  event text NOT NULL,
  code text,
  outcome text,
  signal text,
  message text
);
CREATE INDEX IF NOT EXISTS event_at ON event (at, id);
COMMENT ON TABLE event IS
  'What has happened lately, for events_1: written by triggers, removed by housekeep after '
  'settings.event_keep. No function decides anything by it.';
COMMENT ON COLUMN event.id IS 'The number of the event. Numbers may be missing, and come out of order.';
COMMENT ON COLUMN event.at IS 'When it was noted.';
COMMENT ON COLUMN event.task IS 'The task; null: it is about a machine.';
COMMENT ON COLUMN event.occurrence IS 'The occurrence; null: it is about the whole task.';
COMMENT ON COLUMN event.machine IS 'The machine that did it, or lost it.';
COMMENT ON COLUMN event.epoch IS 'The number of the grant.';
COMMENT ON COLUMN event.exit_status IS 'Of an end, as in history; so are success, outcome, signal, message.';
COMMENT ON COLUMN event.attempt IS 'Which attempt it was.';
COMMENT ON COLUMN event.success IS 'See exit_status.';
COMMENT ON COLUMN event.event IS
  'submitted, granted, begun, returned, cancelled, ended, corrected; of machines: joined, restarted, lost, '
  'left, forgotten.';
COMMENT ON COLUMN event.code IS
  'returned: conditions (the machine cannot do it now), refused, or lost (the machine, or what it knew).';
COMMENT ON COLUMN event.outcome IS 'See exit_status.';
COMMENT ON COLUMN event.signal IS 'See exit_status.';
COMMENT ON COLUMN event.message IS 'See exit_status.';

-- The part of all answers that comes from the settings, made once.
CREATE OR REPLACE FUNCTION settings_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  v_round interval := least(NEW.machines * interval '1 s' / NEW.idle_rate, interval '20 min');
BEGIN
  IF greatest(NEW.lease, NEW.ask_after, NEW.housekeep_every, NEW.quiet_after, NEW.history_keep,
    NEW.event_keep) > interval '1000 years' THEN
    -- Dates that far away are none, and no machine could make an exchange any more.
    RAISE EXCEPTION USING ERRCODE = '22023', MESSAGE = 'settings: found a time of more than 1000 years',
      HINT = 'Allowed: at most 1000 years.';
  END IF;
  NEW.idle_lease := greatest(NEW.lease, 3 * v_round);
  NEW.said := jsonb_build_object('version', 1,
    'leaseUSec', (extract(epoch FROM NEW.lease) * 1000000)::bigint,
    'askAfterUSec', (extract(epoch FROM NEW.ask_after) * 1000000)::bigint);
  NEW.idle_said := jsonb_build_object('version', 1,
    'leaseUSec', (extract(epoch FROM NEW.idle_lease) * 1000000)::bigint,
    'askAfterUSec', (extract(epoch FROM greatest(NEW.ask_after, v_round)) * 1000000)::bigint);
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER settings_changed BEFORE INSERT OR UPDATE ON settings
  FOR EACH ROW EXECUTE FUNCTION settings_changed();

-- Notes an event, and sends a hint to those who follow. Names are whole: triggers also run for an
-- administrator's own statements, under any search path.
CREATE OR REPLACE FUNCTION note(p_event event) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_notify boolean;
BEGIN
  -- One statement: this is a good part of what a grant or an end costs.
  INSERT INTO bgtask_fleet.event (event, code, task, occurrence, machine, epoch, attempt, outcome, success,
      exit_status, signal, message)
    SELECT p_event.event, p_event.code, p_event.task, p_event.occurrence, p_event.machine, p_event.epoch,
      p_event.attempt, p_event.outcome, p_event.success, p_event.exit_status, p_event.signal, p_event.message
    FROM bgtask_fleet.settings WHERE event_keep > '0 s'
    RETURNING (SELECT notify FROM bgtask_fleet.settings) INTO v_notify;
  IF v_notify THEN
    -- Agents listen to another channel, and are not woken by what they have done themselves.
    PERFORM pg_notify('bgtask_fleet_events', '');
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION task_opened() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  v_event bgtask_fleet.event;
BEGIN
  v_event.event := 'submitted';
  v_event.task := NEW.task;
  PERFORM bgtask_fleet.note(v_event);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER task_opened AFTER INSERT ON open_task
  FOR EACH ROW EXECUTE FUNCTION task_opened();

CREATE OR REPLACE FUNCTION occurrence_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  v_event bgtask_fleet.event;
BEGIN
  v_event.event := CASE
    WHEN OLD.waiting AND NOT NEW.waiting THEN 'granted'
    WHEN NEW.waiting AND NOT OLD.waiting THEN 'returned'
    WHEN NEW.cancelled AND NOT OLD.cancelled THEN 'cancelled'
    ELSE 'begun' END;
  IF v_event.event = 'returned' THEN
    v_event.code := CASE WHEN NEW.holder IS NOT NULL THEN 'lost'
      WHEN NEW.releases > OLD.releases THEN 'refused' ELSE 'conditions' END;
  END IF;
  v_event.task := NEW.task;
  v_event.occurrence := NEW.id;
  v_event.machine := CASE WHEN NEW.waiting THEN OLD.holder ELSE NEW.holder END;
  v_event.epoch := NEW.epoch;
  v_event.attempt := OLD.attempt;
  PERFORM bgtask_fleet.note(v_event);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER occurrence_changed AFTER UPDATE OF waiting, cancelled, begun_at ON occurrence
  FOR EACH ROW WHEN (OLD.waiting <> NEW.waiting OR OLD.cancelled <> NEW.cancelled
    OR (OLD.begun_at IS NULL AND NEW.begun_at IS NOT NULL))
  EXECUTE FUNCTION occurrence_changed();

CREATE OR REPLACE FUNCTION occurrence_ended() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  v_event bgtask_fleet.event;
BEGIN
  v_event.event := CASE WHEN TG_OP = 'INSERT' THEN 'ended' ELSE 'corrected' END;
  v_event.task := NEW.task;
  v_event.occurrence := NEW.occurrence;
  v_event.machine := NEW.machine;
  v_event.epoch := NEW.epoch;
  v_event.attempt := NEW.attempt;
  v_event.outcome := NEW.outcome;
  v_event.success := NEW.success;
  v_event.exit_status := NEW.exit_status;
  v_event.signal := NEW.signal;
  v_event.message := NEW.message;
  PERFORM bgtask_fleet.note(v_event);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER occurrence_ended AFTER INSERT OR UPDATE OF outcome ON history
  FOR EACH ROW EXECUTE FUNCTION occurrence_ended();

-- The renewal of a lease names neither column, and does not come here.
CREATE OR REPLACE FUNCTION session_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  v_event bgtask_fleet.event;
BEGIN
  v_event.machine := CASE WHEN TG_OP = 'DELETE' THEN OLD.machine ELSE NEW.machine END;
  v_event.event := CASE
    WHEN TG_OP = 'DELETE' THEN 'forgotten'
    WHEN TG_OP = 'INSERT' THEN 'joined'
    WHEN NEW.over AND NOT OLD.over THEN 'left'
    WHEN NEW.session <> OLD.session THEN CASE WHEN OLD.over THEN 'joined' ELSE 'restarted' END END;
  IF v_event.event IS NOT NULL THEN
    PERFORM bgtask_fleet.note(v_event);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER session_changed AFTER INSERT OR DELETE OR UPDATE OF session, over ON session
  FOR EACH ROW EXECUTE FUNCTION session_changed();

INSERT INTO settings DEFAULT VALUES ON CONFLICT DO NOTHING;
INSERT INTO housekeeping DEFAULT VALUES ON CONFLICT DO NOTHING;
INSERT INTO fleet_group (name) VALUES ('all') ON CONFLICT DO NOTHING;
INSERT INTO meta (version) VALUES (1) ON CONFLICT DO NOTHING;

-- Reading what callers send ---------------------------------------------------------------------------------

-- Every error about a request is made here: field, value found (cut), what is allowed; SQLSTATE 22023.
CREATE OR REPLACE FUNCTION wrong(p_field text, p_found jsonb, p_allowed text) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = '22023',
    MESSAGE = format('%s: found %s', left(p_field, 120), coalesce(left(p_found::text, 60), 'nothing')),
    HINT = 'Allowed: ' || p_allowed || '.';
END
$$;

-- A member as text, null when absent. p_pattern: a regular expression that it has to match, or null.
CREATE OR REPLACE FUNCTION take_text(
  p_object jsonb, p_key text, p_path text, p_most int, p_pattern text, p_allowed text
) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_found jsonb := p_object -> p_key;
  v_text text;
BEGIN
  IF v_found IS NULL OR v_found = 'null' THEN
    RETURN NULL;
  END IF;
  v_text := v_found #>> '{}';
  IF jsonb_typeof(v_found) <> 'string' OR length(v_text) > p_most
    OR (p_pattern IS NOT NULL AND v_text !~ p_pattern) THEN
    PERFORM wrong(p_path || p_key, v_found, p_allowed);
  END IF;
  RETURN v_text;
END
$$;

-- Text for people: line breaks and control characters, which a terminal might obey, become spaces.
CREATE OR REPLACE FUNCTION one_line(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(p_text,
    '[\u0001-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+', ' ', 'g')
$$;

-- A member as text for people, null when absent.
CREATE OR REPLACE FUNCTION take_message(p_object jsonb, p_key text, p_path text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN one_line(take_text(p_object, p_key, p_path, 1000, NULL, 'a text of at most 1000 characters'));
END
$$;

-- A member as a whole number, null when absent.
CREATE OR REPLACE FUNCTION take_int(p_object jsonb, p_key text, p_path text, p_least bigint, p_most bigint)
RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_found jsonb := p_object -> p_key;
  v_number numeric;
BEGIN
  IF v_found IS NULL OR v_found = 'null' THEN
    RETURN NULL;
  END IF;
  IF jsonb_typeof(v_found) = 'number' THEN
    v_number := v_found::numeric;
    IF v_number >= p_least AND v_number <= p_most AND scale(v_number) = 0 THEN
      RETURN v_number;
    END IF;
  END IF;
  PERFORM wrong(p_path || p_key, v_found, format('a whole number from %s to %s', p_least, p_most));
END
$$;

-- A date in microseconds since 1970, null when absent.
CREATE OR REPLACE FUNCTION take_usec(p_object jsonb, p_key text, p_path text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN take_int(p_object, p_key, p_path, 0, 253402300799999999);
END
$$;

-- A member as a Boolean, null when absent.
CREATE OR REPLACE FUNCTION take_bool(p_object jsonb, p_key text, p_path text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_found jsonb := p_object -> p_key;
BEGIN
  IF v_found IS NULL OR v_found = 'null' THEN
    RETURN NULL;
  END IF;
  IF jsonb_typeof(v_found) <> 'boolean' THEN
    PERFORM wrong(p_path || p_key, v_found, 'true or false');
  END IF;
  RETURN v_found::boolean;
END
$$;

-- A member as an identity of 32 hexadecimal digits, null when absent.
CREATE OR REPLACE FUNCTION take_id(p_object jsonb, p_key text, p_path text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN take_text(p_object, p_key, p_path, 32, '^[0-9a-f]{32}$',
    '32 hexadecimal digits in lower case')::uuid;
END
$$;

-- A member as a list, empty when absent.
CREATE OR REPLACE FUNCTION take_list(p_object jsonb, p_key text, p_path text, p_most int) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_found jsonb := p_object -> p_key;
BEGIN
  IF v_found IS NULL OR v_found = 'null' THEN
    RETURN '[]';
  END IF;
  IF jsonb_typeof(v_found) <> 'array' THEN
    PERFORM wrong(p_path || p_key, v_found, 'a list');
  END IF;
  IF jsonb_array_length(v_found) > p_most THEN
    PERFORM wrong(p_path || p_key, to_jsonb(jsonb_array_length(v_found) || ' elements'),
      format('at most %s elements', p_most));
  END IF;
  RETURN v_found;
END
$$;

-- A member as a list of texts, each matching a pattern; empty when absent.
CREATE OR REPLACE FUNCTION take_texts(
  p_object jsonb, p_key text, p_path text, p_most int, p_length int, p_pattern text, p_allowed text
) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_list jsonb := take_list(p_object, p_key, p_path, p_most);
  v_one jsonb;
  v_texts text[] := '{}';
BEGIN
  FOR v_one IN SELECT e FROM jsonb_array_elements(v_list) AS l (e) LOOP
    IF jsonb_typeof(v_one) <> 'string' OR length(v_one #>> '{}') > p_length
      OR v_one #>> '{}' !~ p_pattern THEN
      PERFORM wrong(p_path || p_key, v_one, p_allowed);
    END IF;
    v_texts := v_texts || (v_one #>> '{}');
  END LOOP;
  RETURN v_texts;
END
$$;

-- Refuses what is no object, and keys that are not in the list.
CREATE OR REPLACE FUNCTION check_keys(p_object jsonb, p_path text, p_keys text[]) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_extra text;
BEGIN
  IF p_object IS NULL OR jsonb_typeof(p_object) <> 'object' THEN
    PERFORM wrong(p_path, p_object, 'an object');
  END IF;
  IF p_object - p_keys <> '{}' THEN
    SELECT key INTO v_extra FROM jsonb_object_keys(p_object - p_keys) AS k (key) ORDER BY key LIMIT 1;
    PERFORM wrong(p_path, to_jsonb('the key ' || v_extra), 'the keys ' || array_to_string(p_keys, ', '));
  END IF;
END
$$;

-- Refuses null for a member that has to be there.
CREATE OR REPLACE FUNCTION need(p_value anyelement, p_field text, p_allowed text) RETURNS anyelement
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_value IS NULL THEN
    PERFORM wrong(p_field, NULL, p_allowed);
  END IF;
  RETURN p_value;
END
$$;

-- The occurrences of a list that has passed check_grants. `id = ANY (listed(...))` makes a planner use the
-- primary key.
CREATE OR REPLACE FUNCTION listed(p_list jsonb) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT (e -> 'occurrence')::bigint FROM jsonb_array_elements(p_list) AS l (e));
END
$$;

-- Refuses a list in which an element has not these keys, or no possible occurrence and epoch.
CREATE OR REPLACE FUNCTION check_grants(p_list jsonb, p_path text, p_keys text[]) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_one jsonb;
  v_path text;
  v_int bigint;
BEGIN
  FOR i IN 0 .. jsonb_array_length(p_list) - 1 LOOP
    v_one := p_list -> i;
    v_path := p_path || '[' || i || ']';
    IF jsonb_typeof(v_one) <> 'object' OR v_one - p_keys <> '{}' THEN
      PERFORM check_keys(v_one, v_path, p_keys);
    END IF;
    v_int := need(take_int(v_one, 'occurrence', v_path || '.', 1, 9007199254740991),
      v_path || '.occurrence', 'the number of an occurrence');
    v_int := need(take_int(v_one, 'epoch', v_path || '.', 1, 2147483646),
      v_path || '.epoch', 'the epoch of the grant');
  END LOOP;
END
$$;

-- Microseconds since 1970; null for no date and for infinite ones.
CREATE OR REPLACE FUNCTION to_usec(p_time timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN isfinite(p_time) THEN (extract(epoch FROM p_time) * 1000000)::bigint END
$$;

-- The moment of microseconds since 1970.
CREATE OR REPLACE FUNCTION from_usec(p_usec bigint) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT timestamptz 'epoch' + p_usec * interval '1 microsecond'
$$;

-- An identity as callers write it: 32 hexadecimal digits.
CREATE OR REPLACE FUNCTION hex(p_id uuid) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(p_id::text, '-', '')
$$;

-- Groups and classes ----------------------------------------------------------------------------------------

-- The number of a group, which is created when it is new.
CREATE OR REPLACE FUNCTION group_number(p_name text) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  c_most CONSTANT int := 100;
  v_id int;
BEGIN
  SELECT id INTO v_id FROM fleet_group WHERE name = p_name;
  IF FOUND THEN
    RETURN v_id;
  END IF;
  IF (SELECT count(*) FROM fleet_group) >= 10000 THEN
    PERFORM wrong('group', to_jsonb(p_name), 'one of the 10000 groups that there are');
  END IF;
  IF (SELECT count(*) FROM named_group n WHERE n.role = session_user
    AND NOT EXISTS (SELECT FROM machine m WHERE n.group_id = ANY (m.groups))) >= c_most THEN
    PERFORM wrong('group', to_jsonb(p_name), format('a group that a machine is in (bgtaskctl fleet '
      'machines), or one of the %s without a machine that you have named already', c_most));
  END IF;
  INSERT INTO fleet_group (name) VALUES (p_name) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO named_group (group_id, role) SELECT id, session_user FROM fleet_group WHERE name = p_name;
  END IF;
  SELECT id INTO STRICT v_id FROM fleet_group WHERE name = p_name;
  RETURN v_id;
END
$$;

-- Has machines ask soon, where hints are switched on. Everybody who may connect can listen, so the word tells
-- nothing of what is there.
CREATE OR REPLACE FUNCTION hint(p_word text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT notify FROM settings) THEN
    PERFORM pg_notify('bgtask_fleet', p_word);
  END IF;
END
$$;

-- Tells the machines of these groups, at their next exchange, that what they should look at has changed.
CREATE OR REPLACE FUNCTION raise_groups(p_groups int[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_change (group_id) SELECT DISTINCT g FROM unnest(p_groups) AS u (g);
  PERFORM hint('changed');
END
$$;

-- How often these groups have changed.
CREATE OR REPLACE FUNCTION changes(p_groups int[]) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT (SELECT sum(changed) FROM fleet_group WHERE id = ANY (p_groups))::bigint
    + (SELECT count(*) FROM group_change WHERE group_id = ANY (p_groups))
$$;

-- Adds changes of groups to the groups' own numbers: the sum stays, and there are few rows to count.
CREATE OR REPLACE FUNCTION fold_changes(p_batch int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[] := ARRAY(SELECT id FROM group_change ORDER BY id LIMIT p_batch);
BEGIN
  IF v_ids <> '{}' THEN
    WITH folded AS (
      DELETE FROM group_change WHERE id = ANY (v_ids) RETURNING group_id
    )
    UPDATE fleet_group g SET changed = g.changed + f.number
      FROM (SELECT group_id, count(*) AS number FROM folded GROUP BY 1) AS f WHERE g.id = f.group_id;
  END IF;
END
$$;

-- Makes sure that machines look at these classes: the caller has made something wait there, or is about to.
-- It holds the classes until the transaction ends, so that none becomes quiet before others see what waits.
CREATE OR REPLACE FUNCTION wake(p_classes uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_class uuid;
  v_group int;
BEGIN
  FOR v_class IN SELECT DISTINCT c FROM unnest(p_classes) AS u (c) ORDER BY c LOOP
    PERFORM FROM class WHERE id = v_class AND NOT quiet FOR SHARE;
    IF NOT FOUND THEN
      UPDATE class SET quiet = false, checked_at = clock_timestamp() WHERE id = v_class AND quiet
        RETURNING group_id INTO v_group;
      IF FOUND THEN
        PERFORM raise_groups(ARRAY[v_group]);
      ELSE
        -- Another transaction has just done the same.
        PERFORM FROM class WHERE id = v_class FOR SHARE;
      END IF;
    END IF;
    -- What came back may lie before the mark.
    UPDATE claim_mark SET full_at = '-infinity' WHERE class = v_class AND full_at > '-infinity';
  END LOOP;
  PERFORM hint('work');
END
$$;

-- The identity of a class.
CREATE OR REPLACE FUNCTION class_id(p_group_name text, p_user text, p_requirements text) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
  SELECT left(encode(sha256(convert_to(
    jsonb_build_array(p_group_name, p_user, p_requirements)::text, 'UTF8')), 'hex'), 32)::uuid
$$;

-- The class of a submission, which is created or made active, and held as in wake. It leaves claim_mark
-- alone: a submission comes after the mark.
CREATE OR REPLACE FUNCTION make_class(p_group int, p_group_name text, p_user text, p_requirements text)
RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid := class_id(p_group_name, p_user, p_requirements);
BEGIN
  PERFORM hint('work');
  FOR i IN 1 .. 3 LOOP
    PERFORM FROM class WHERE id = v_id AND NOT quiet FOR SHARE;
    IF FOUND THEN
      RETURN v_id;
    END IF;
    UPDATE class SET quiet = false, checked_at = clock_timestamp() WHERE id = v_id AND quiet;
    IF FOUND THEN
      PERFORM raise_groups(ARRAY[p_group]);
      RETURN v_id;
    END IF;
    INSERT INTO class (id, group_id, fleet_user, requirements)
      VALUES (v_id, p_group, p_user, p_requirements) ON CONFLICT DO NOTHING;
    IF FOUND THEN
      PERFORM raise_groups(ARRAY[p_group]);
      RETURN v_id;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'the class changes all the time' USING ERRCODE = '40001';
END
$$;

-- Occurrences that end or come back -------------------------------------------------------------------------

-- What the end of occurrences means for their tasks: a once task is over, a nightly one needs its next date.
CREATE OR REPLACE FUNCTION close_tasks(p_once bigint[], p_nightly bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_classes uuid[];
  v_groups int[];
BEGIN
  IF p_once IS NOT NULL THEN
    DELETE FROM open_task WHERE task = ANY (p_once);
  END IF;
  IF p_nightly IS NOT NULL THEN
    SELECT array_agg(DISTINCT class), array_agg(DISTINCT group_id) INTO v_classes, v_groups
      FROM open_task WHERE task = ANY (p_nightly);
    IF v_classes IS NOT NULL THEN
      PERFORM wake(v_classes);
      PERFORM raise_groups(v_groups);
    END IF;
  END IF;
END
$$;

-- Ends occurrences without a report. The caller holds them.
CREATE OR REPLACE FUNCTION end_occurrences(p_ids bigint[], p_outcome text, p_message text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_once bigint[];
  v_nightly bigint[];
BEGIN
  UPDATE slot s SET occurrence = NULL FROM occurrence o
    WHERE o.id = ANY (p_ids) AND o.slot IS NOT NULL
      AND s.task = o.task AND s.number = o.slot AND s.occurrence = o.id;
  WITH gone AS (
    DELETE FROM occurrence WHERE id = ANY (p_ids) RETURNING *
  ), kept AS (
    INSERT INTO history (occurrence, task, key, epoch, attempt, machine, outcome, success, run_id, message,
      recorded_at, by_report)
    SELECT id, task, key, epoch, attempt, holder, p_outcome, false, run_id, p_message,
      clock_timestamp(), false
    FROM gone
  )
  SELECT array_agg(task) FILTER (WHERE mode = 'once'), array_agg(task) FILTER (WHERE mode = 'nightly')
    INTO v_once, v_nightly FROM gone;
  PERFORM close_tasks(v_once, v_nightly);
END
$$;

-- Takes granted occurrences from a machine. p_why: "lost", its runs were cut short, which counts as an
-- attempt; "unknown", the machine has forgotten them or leaves; "released", it gives them back unbegun, and
-- can say nothing of them any more. p_delayed: it refused them, and they wait a while.
CREATE OR REPLACE FUNCTION give_back(p_machine uuid, p_ids bigint[], p_why text, p_delayed boolean)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_cancelled bigint[];
  v_lost bigint[];
  v_missed bigint[];
  v_gone bigint[];
  v_now timestamptz := clock_timestamp();
BEGIN
  SELECT array_agg(id) FILTER (WHERE NOT cancelled),
      array_agg(id) FILTER (WHERE cancelled),
      array_agg(id) FILTER (WHERE NOT cancelled AND p_why <> 'released' AND begun_at IS NOT NULL
        AND (attempt >= attempts OR deadline <= v_now)),
      array_agg(id) FILTER (WHERE NOT cancelled AND (p_why = 'released' OR begun_at IS NULL)
        AND deadline <= v_now)
    INTO v_ids, v_cancelled, v_lost, v_missed
    FROM (SELECT id, cancelled, begun_at, attempt, attempts, deadline FROM occurrence
      -- Not by the index of all that the machine holds, which is long where each comes alone.
      WHERE id = ANY (p_ids) AND holder IS NOT DISTINCT FROM p_machine AND NOT waiting
      ORDER BY id FOR UPDATE) AS held;
  IF v_cancelled IS NOT NULL THEN
    PERFORM end_occurrences(v_cancelled, 'cancelled', 'It was cancelled.');
  END IF;
  IF v_lost IS NOT NULL THEN
    PERFORM end_occurrences(v_lost, 'leaseLost', 'The machine that ran it was lost, and no attempt is left.');
  END IF;
  IF v_missed IS NOT NULL THEN
    PERFORM end_occurrences(v_missed, 'missed', 'Its deadline passed before it began.');
  END IF;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;
  UPDATE slot s SET occurrence = NULL FROM occurrence o
    WHERE o.id = ANY (v_ids) AND o.slot IS NOT NULL
      AND s.task = o.task AND s.number = o.slot AND s.occurrence = o.id;
  PERFORM wake(ARRAY(SELECT class FROM occurrence WHERE id = ANY (v_ids)));
  UPDATE occurrence SET waiting = true, begun_at = NULL, run_id = NULL, slot = NULL, granted_sequence = NULL,
      holder = CASE WHEN p_why = 'released' THEN NULL ELSE holder END,
      attempt = CASE WHEN p_why = 'lost' OR (p_why = 'unknown' AND begun_at IS NOT NULL)
        THEN least(attempt + 1, 32000) ELSE attempt END,
      releases = CASE WHEN p_delayed THEN least(releases + 1, 32000) ELSE releases END,
      not_before = CASE WHEN p_delayed
        THEN v_now + least(interval '10 s' * 2 ^ least(releases, 10), interval '1 h') ELSE not_before END
    WHERE id = ANY (v_ids);
  -- What comes back of a machine that is not in the task's group any more: nobody could claim it.
  v_gone := ARRAY(SELECT o.id FROM occurrence o JOIN task t ON t.id = o.task JOIN machine m ON m.id = o.target
    WHERE o.id = ANY (v_ids) AND o.mode = 'everywhere' AND NOT (t.group_id = ANY (m.groups)));
  IF v_gone <> '{}' THEN
    PERFORM remove_unended(v_gone);
  END IF;
END
$$;

-- Gives back what a machine held, or ends what missed its deadline (p_why "missed"): all at once, or one by
-- one where somebody's open transaction holds some of it. Returns what is left for later.
CREATE OR REPLACE FUNCTION settle(p_machine uuid, p_ids bigint[], p_why text) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  -- Each costs a wait.
  c_most CONSTANT int := 4;
  -- One by one costs more the more there are, and the machine that is at it may be another.
  c_longest CONSTANT interval := '300 ms';
  v_id bigint;
  v_free bigint[] := p_ids;
  v_left bigint[] := '{}';
  v_waits int := 0;
  v_until timestamptz;
BEGIN
  BEGIN
    PERFORM settle_these(p_machine, p_ids, p_why);
    RETURN v_left;
  EXCEPTION WHEN lock_not_available THEN
    PERFORM set_config('lock_timeout', '50ms', true);
  END;
  IF (SELECT skip_locked FROM settings) THEN
    v_free := ARRAY(SELECT id FROM occurrence WHERE id = ANY (p_ids) ORDER BY id FOR UPDATE SKIP LOCKED);
    v_left := ARRAY(SELECT unnest(p_ids) EXCEPT SELECT unnest(v_free));
    IF v_left <> '{}' THEN
      BEGIN
        PERFORM settle_these(p_machine, v_free, p_why);
        RETURN v_left;
      EXCEPTION WHEN lock_not_available THEN
        NULL; -- Something else is held as well, such as a task.
      END;
    END IF;
  END IF;
  v_until := clock_timestamp() + c_longest;
  -- In another order each time, so that none is always behind those that are held.
  FOR v_id IN SELECT i FROM unnest(v_free) AS u (i) ORDER BY random() LOOP
    IF v_waits >= c_most OR clock_timestamp() > v_until THEN
      v_left := v_left || v_id;
      CONTINUE;
    END IF;
    BEGIN
      PERFORM settle_these(p_machine, ARRAY[v_id], p_why);
    EXCEPTION WHEN lock_not_available THEN
      v_waits := v_waits + 1;
      v_left := v_left || v_id;
    END;
  END LOOP;
  RETURN v_left;
END
$$;

CREATE OR REPLACE FUNCTION settle_these(p_machine uuid, p_ids bigint[], p_why text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_why = 'missed' THEN
    -- A claim may have come first.
    PERFORM end_occurrences(ARRAY(SELECT id FROM occurrence WHERE id = ANY (p_ids) AND waiting
      ORDER BY id FOR UPDATE), 'missed', 'Its deadline passed before it began.');
  ELSE
    PERFORM give_back(p_machine, p_ids, p_why, false);
  END IF;
END
$$;

-- Waits for what others do with a task and its occurrences at this moment, and keeps them off until the
-- caller has ended: a claim that came first has made one granted, a machine that came first has given one
-- back.
CREATE OR REPLACE FUNCTION hold_task(p_task bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM open_task WHERE task = p_task FOR UPDATE;
  PERFORM FROM occurrence WHERE task = p_task ORDER BY id FOR UPDATE;
END
$$;

-- Ends what waits of a task; machines stop what is granted, and their reports end it.
CREATE OR REPLACE FUNCTION cancel_task(p_task bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_holders uuid[];
  v_waiting bigint[];
  v_group int;
  v_mode text;
BEGIN
  DELETE FROM open_task WHERE task = p_task RETURNING group_id, mode INTO v_group, v_mode;
  -- All of them, and read after the locks: a claim that came first has made one granted, a machine that came
  -- first has given one back, and who comes later does not find it.
  PERFORM FROM occurrence WHERE task = p_task ORDER BY id FOR UPDATE;
  v_waiting := ARRAY(SELECT id FROM occurrence WHERE task = p_task AND waiting ORDER BY id);
  IF v_waiting <> '{}' THEN
    PERFORM end_occurrences(v_waiting, 'cancelled', 'It was cancelled.');
  ELSIF v_mode <> 'once' THEN
    -- An end for people, and for remove_old, which finds old tasks by their ends.
    INSERT INTO history (occurrence, task, key, epoch, attempt, outcome, success, message, recorded_at,
      by_report)
      SELECT nextval(pg_get_serial_sequence('bgtask_fleet.occurrence', 'id')), p_task, 'none', 0, 1,
        'cancelled', false, 'It was cancelled before there was anything to do.', clock_timestamp(), false
      WHERE NOT EXISTS (SELECT FROM occurrence WHERE task = p_task)
        AND NOT EXISTS (SELECT FROM history WHERE task = p_task);
  END IF;
  WITH told AS (
    UPDATE occurrence SET cancelled = true WHERE task = p_task AND NOT waiting RETURNING holder
  )
  SELECT array_agg(DISTINCT holder) INTO v_holders FROM told;
  IF v_holders IS NOT NULL THEN
    INSERT INTO attention (machine) SELECT unnest(v_holders);
    PERFORM hint('stop');
  END IF;
  IF v_mode <> 'once' THEN
    PERFORM raise_groups(ARRAY[v_group]);
  END IF;
END
$$;

-- Adds the occurrences of an everywhere task for the machines of its group that have none; says how many.
-- Machines that are not seen here yet add theirs when they see the change: join_everywhere.
CREATE OR REPLACE FUNCTION add_everywhere(p_task task) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_count bigint;
BEGIN
  INSERT INTO occurrence (task, class, target, not_before, deadline, attempts, limited, mode, key, epoch)
    SELECT p_task.id, p_task.class, m.id, p_task.not_before, p_task.deadline, p_task.attempts,
      p_task.at_most IS NOT NULL, p_task.mode, hex(m.id), p_task.fence
    FROM machine m WHERE p_task.group_id = ANY (m.groups) AND NOT m.forgotten
      AND NOT EXISTS (SELECT FROM occurrence o WHERE o.task = p_task.id AND o.key = hex(m.id))
      AND NOT EXISTS (SELECT FROM history h WHERE h.task = p_task.id AND h.key = hex(m.id))
    ORDER BY m.id
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;

-- Ends an everywhere task when some occurrence has ended and none is left; says whether it did.
CREATE OR REPLACE FUNCTION close_everywhere(p_task bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM occurrence WHERE task = p_task)
    OR NOT EXISTS (SELECT FROM history WHERE task = p_task) THEN
    RETURN false;
  END IF;
  -- A machine that joins at this moment holds the task. What it adds is seen after this lock.
  PERFORM FROM open_task WHERE task = p_task AND mode = 'everywhere' FOR UPDATE;
  DELETE FROM open_task t WHERE t.task = p_task AND t.mode = 'everywhere'
    AND EXISTS (SELECT FROM history h WHERE h.task = t.task)
    AND NOT EXISTS (SELECT FROM occurrence o WHERE o.task = t.task);
  RETURN FOUND;
END
$$;

-- Removes waiting occurrences that are not done, and no part of the history.
CREATE OR REPLACE FUNCTION remove_unended(p_ids bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task t SET fence = o.epoch FROM (
      SELECT task, max(epoch) AS epoch FROM occurrence WHERE id = ANY (p_ids) GROUP BY task
    ) AS o WHERE t.id = o.task AND t.fence < o.epoch;
  DELETE FROM occurrence WHERE id = ANY (p_ids);
END
$$;

-- Removes what waits of an everywhere task for machines that are not in its group any more: they have left
-- it, or were forgotten, while the task was submitted. It looks at some only: those stay when all others have
-- ended, and nobody could claim them.
CREATE OR REPLACE FUNCTION remove_strays(p_task bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  c_most CONSTANT int := 64;
  v_group int;
  v_ids bigint[];
BEGIN
  SELECT group_id INTO v_group FROM open_task WHERE task = p_task;
  v_ids := ARRAY(SELECT o.id
    FROM (SELECT id, target, waiting FROM occurrence WHERE task = p_task ORDER BY key LIMIT c_most) AS o
    JOIN machine m ON m.id = o.target WHERE o.waiting AND NOT (v_group = ANY (m.groups)));
  IF v_ids = '{}' THEN
    RETURN;
  END IF;
  v_ids := ARRAY(SELECT id FROM occurrence WHERE id = ANY (v_ids) AND waiting ORDER BY id FOR UPDATE);
  PERFORM remove_unended(v_ids);
  -- A machine that comes back to the group at this moment has seen that it has one.
  PERFORM raise_groups(ARRAY[v_group]);
END
$$;

-- The highest epoch of the tasks before one of the same name. Submissions at the same time may have had their
-- numbers in another order.
CREATE OR REPLACE FUNCTION last_fence(p_task task) RETURNS int
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(max(greatest(t.fence, (SELECT max(epoch) FROM occurrence WHERE task = t.id),
      (SELECT max(epoch) FROM history WHERE task = t.id))), 0)
    FROM (SELECT * FROM task WHERE fleet_user = p_task.fleet_user AND identifier = p_task.identifier
        AND id <> p_task.id ORDER BY fleet_user, identifier, id DESC LIMIT 3) AS t);
END
$$;

-- Ends what waits for a machine in groups to which it does not belong any more.
CREATE OR REPLACE FUNCTION leave_groups(p_machine uuid, p_groups int[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  v_ids := ARRAY(SELECT o.id FROM class c JOIN occurrence o ON o.class = c.id AND o.target = p_machine
    WHERE o.waiting AND NOT (c.group_id = ANY (p_groups)) ORDER BY o.id FOR UPDATE OF o);
  -- A machine that comes back has them again.
  PERFORM remove_unended(v_ids);
END
$$;

-- Makes a machine one that is not there: what it holds goes back, what waits for it ends, its name is free.
CREATE OR REPLACE FUNCTION forget(p_machine uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[] := ARRAY(SELECT id FROM occurrence WHERE holder = p_machine AND NOT waiting ORDER BY id);
BEGIN
  PERFORM give_back(p_machine, v_ids, 'lost', false);
  PERFORM leave_groups(p_machine, '{}');
  DELETE FROM session WHERE machine = p_machine;
  DELETE FROM verdict WHERE machine = p_machine;
  DELETE FROM taken WHERE machine = p_machine;
  DELETE FROM attention WHERE machine = p_machine;
  UPDATE machine SET forgotten = true, groups = '{}', drained = false WHERE id = p_machine;
END
$$;

-- Housekeeping ----------------------------------------------------------------------------------------------

-- Looks at the lease of a session that is due for it. The session's row is locked first, so that its machine
-- renews either before or after this.
CREATE OR REPLACE FUNCTION check_lease(p_machine uuid, p_skip boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_left bigint[];
  v_until timestamptz;
  v_check timestamptz;
  v_event event;
BEGIN
  IF p_skip THEN
    SELECT lease_until, check_at INTO v_until, v_check FROM session
      WHERE machine = p_machine FOR UPDATE SKIP LOCKED;
  ELSE
    SELECT lease_until, check_at INTO v_until, v_check FROM session WHERE machine = p_machine FOR UPDATE;
  END IF;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  v_ids := ARRAY(SELECT id FROM occurrence WHERE holder = p_machine AND NOT waiting ORDER BY id);
  IF v_ids = '{}' THEN
    UPDATE session SET check_at = NULL WHERE machine = p_machine;
  ELSIF v_until > clock_timestamp() THEN
    UPDATE session SET check_at = v_until WHERE machine = p_machine;
  ELSE
    -- Not again for what was left.
    IF v_check < v_until + interval '5 s' THEN
      v_event.event := 'lost';
      v_event.machine := p_machine;
      PERFORM note(v_event);
    END IF;
    v_left := settle(p_machine, v_ids, 'lost');
    IF cardinality(v_left) < cardinality(v_ids) THEN
      INSERT INTO taken (machine, occurrence, epoch)
        SELECT p_machine, o.id, o.epoch FROM occurrence o
        WHERE o.id = ANY (ARRAY(SELECT unnest(v_ids) EXCEPT SELECT unnest(v_left))) ON CONFLICT DO NOTHING;
      INSERT INTO attention (machine) VALUES (p_machine);
    END IF;
    UPDATE session SET check_at = CASE WHEN v_left <> '{}' THEN clock_timestamp() + interval '5 s' END
      WHERE machine = p_machine;
  END IF;
END
$$;

-- Counts the machines. What it finds is not written for each that comes or goes: all exchanges read the row.
CREATE OR REPLACE FUNCTION count_machines() RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_count bigint;
  v_now timestamptz := clock_timestamp();
BEGIN
  SELECT count(*) INTO v_count FROM session WHERE NOT over AND lease_until > v_now;
  UPDATE settings SET machines = v_count WHERE abs(v_count - machines) * 10 > machines;
EXCEPTION WHEN lock_not_available THEN
  NULL; -- An administrator is about to change them.
END
$$;

-- Looks at leases from p_from to now. Returns until where they were seen to, but for some locked ones, and
-- whether there are more.
CREATE OR REPLACE FUNCTION reap(
  p_self uuid, p_from timestamptz, p_batch int, p_skip boolean, OUT r_swept timestamptz, OUT r_more boolean
)
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_row record;
  v_last timestamptz;
  v_seen uuid[] := '{}';
BEGIN
  r_more := true;
  -- No longer than machines wait that renew beside it.
  WHILE clock_timestamp() < v_now + interval '300 ms' AND cardinality(v_seen) < p_batch LOOP
    IF p_skip THEN
      SELECT machine, check_at INTO v_row FROM session
        WHERE check_at >= coalesce(v_last, p_from) AND check_at <= v_now AND machine IS DISTINCT FROM p_self
          AND NOT machine = ANY (v_seen)
        ORDER BY check_at LIMIT 1 FOR UPDATE SKIP LOCKED;
    ELSE
      SELECT machine, check_at INTO v_row FROM session
        WHERE check_at >= coalesce(v_last, p_from) AND check_at <= v_now AND machine IS DISTINCT FROM p_self
          AND NOT machine = ANY (v_seen)
        ORDER BY check_at LIMIT 1;
    END IF;
    IF NOT FOUND THEN
      r_more := false;
      EXIT;
    END IF;
    v_seen := v_seen || v_row.machine;
    v_last := v_row.check_at;
    BEGIN
      PERFORM check_lease(v_row.machine, p_skip);
    EXCEPTION WHEN lock_not_available THEN
      NULL; -- Without SKIP LOCKED.
    END;
  END LOOP;
  -- Not beyond what was left out here, which only whole sweeps would see then.
  r_swept := least(CASE WHEN r_more THEN v_last END, v_now - interval '1 min',
    (SELECT check_at FROM session WHERE machine = p_self));
END
$$;

-- Ends what waits and has missed its deadline; says whether there is more.
CREATE OR REPLACE FUNCTION sweep_deadlines(p_from timestamptz, p_batch int, p_skip boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_ids bigint[];
  v_left bigint[];
BEGIN
  IF p_skip THEN
    -- With the task of once work, which ends with it: what is held fills no batch.
    v_ids := ARRAY(SELECT o.id FROM occurrence o JOIN open_task t ON t.task = o.task
        WHERE o.waiting AND o.deadline >= p_from AND o.deadline <= v_now AND o.mode = 'once'
        ORDER BY o.deadline LIMIT p_batch FOR UPDATE OF o, t SKIP LOCKED)
      || ARRAY(SELECT id FROM occurrence
        WHERE waiting AND deadline >= p_from AND deadline <= v_now AND mode <> 'once'
        ORDER BY deadline LIMIT p_batch FOR UPDATE SKIP LOCKED);
  ELSE
    v_ids := ARRAY(SELECT id FROM occurrence WHERE waiting AND deadline >= p_from AND deadline <= v_now
      ORDER BY deadline LIMIT p_batch);
  END IF;
  IF v_ids <> '{}' THEN
    v_left := settle(NULL, v_ids, 'missed');
  END IF;
  RETURN cardinality(v_ids) >= p_batch AND v_left = '{}';
END
$$;

-- Ends the next everywhere tasks of which nothing is left; returns the last that was looked at, 0 after all.
CREATE OR REPLACE FUNCTION close_next(p_cursor bigint, p_batch int) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_task bigint;
  v_last bigint := 0;
  v_count int := 0;
  v_held int := 0;
BEGIN
  FOR v_task IN SELECT task FROM open_task
    WHERE mode = 'everywhere' AND task > p_cursor ORDER BY task LIMIT p_batch
  LOOP
    v_count := v_count + 1;
    v_last := v_task;
    BEGIN
      PERFORM remove_strays(v_task);
      PERFORM close_everywhere(v_task);
    EXCEPTION WHEN lock_not_available THEN
      v_held := v_held + 1;
    END;
    EXIT WHEN v_held >= 4;
  END LOOP;
  RETURN CASE WHEN v_count < p_batch AND v_held < 4 THEN 0 ELSE v_last END;
END
$$;

-- Makes classes quiet of which nothing has waited for a while, and removes those that have long been quiet.
CREATE OR REPLACE FUNCTION check_classes(p_quiet_after interval, p_batch int, p_skip boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_row record;
  v_ids uuid[];
  v_groups int[] := '{}';
  -- Variables, because no index is used for what is compared with clock_timestamp() itself.
  v_active_before timestamptz := clock_timestamp() - p_quiet_after;
  v_quiet_before timestamptz := clock_timestamp() - interval '1 day';
BEGIN
  v_ids := ARRAY(SELECT id FROM class WHERE NOT quiet AND checked_at < v_active_before
    ORDER BY checked_at LIMIT p_batch);
  IF p_skip THEN
    v_ids := ARRAY(SELECT id FROM class WHERE id = ANY (v_ids) ORDER BY id FOR UPDATE SKIP LOCKED);
  ELSE
    v_ids := ARRAY(SELECT id FROM class WHERE id = ANY (v_ids) ORDER BY id FOR UPDATE);
  END IF;
  FOR v_row IN SELECT id, group_id FROM class WHERE id = ANY (v_ids) ORDER BY id LOOP
    IF EXISTS (SELECT FROM occurrence o WHERE o.class = v_row.id AND o.waiting)
      OR EXISTS (SELECT FROM open_task t WHERE t.class = v_row.id AND t.mode = 'nightly') THEN
      UPDATE class SET checked_at = clock_timestamp() WHERE id = v_row.id;
    ELSE
      UPDATE class SET checked_at = clock_timestamp(), quiet = true WHERE id = v_row.id;
      v_groups := v_groups || v_row.group_id;
    END IF;
  END LOOP;
  IF v_groups <> '{}' THEN
    PERFORM raise_groups(v_groups);
  END IF;
  v_ids := ARRAY(SELECT id FROM class WHERE quiet AND checked_at < v_quiet_before
    ORDER BY checked_at LIMIT p_batch);
  IF p_skip THEN
    v_ids := ARRAY(SELECT id FROM class WHERE id = ANY (v_ids) ORDER BY id FOR UPDATE SKIP LOCKED);
  END IF;
  FOR v_row IN SELECT id FROM class WHERE id = ANY (v_ids) ORDER BY id LOOP
    IF EXISTS (SELECT FROM open_task WHERE class = v_row.id) THEN
      UPDATE class SET checked_at = clock_timestamp() WHERE id = v_row.id AND quiet;
    ELSE
      DELETE FROM class WHERE id = v_row.id AND quiet;
      IF FOUND THEN
        DELETE FROM verdict WHERE class = v_row.id;
        DELETE FROM claim_mark WHERE class = v_row.id;
      END IF;
    END IF;
  END LOOP;
END
$$;

-- Removes the ends from p_from on that are older than people want to see; returns where the next pass goes
-- on, after the last of them at the front again: no sweep does that, because it may take longer than those.
-- The ends of an open everywhere task stay: they say which machines have done their part.
CREATE OR REPLACE FUNCTION remove_old(p_keep interval, p_from timestamptz, p_batch int, p_skip boolean)
RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
  v_tasks bigint[];
  v_before timestamptz := clock_timestamp() - p_keep;
  v_last timestamptz;
  v_count int;
BEGIN
  SELECT array_agg(occurrence), max(recorded_at), count(*) INTO v_ids, v_last, v_count
    FROM (SELECT occurrence, recorded_at FROM history
      WHERE recorded_at >= p_from AND recorded_at < v_before ORDER BY recorded_at LIMIT p_batch) AS old;
  IF v_ids IS NULL THEN
    RETURN '-infinity';
  END IF;
  v_ids := ARRAY(SELECT occurrence FROM history h WHERE occurrence = ANY (v_ids)
    AND NOT EXISTS (SELECT FROM open_task o WHERE o.task = h.task AND o.mode = 'everywhere'));
  IF p_skip THEN
    v_ids := ARRAY(SELECT occurrence FROM history WHERE occurrence = ANY (v_ids) FOR UPDATE SKIP LOCKED);
  END IF;
  WITH old AS (
    DELETE FROM history WHERE occurrence = ANY (v_ids) RETURNING task
  )
  SELECT array_agg(DISTINCT task) INTO v_tasks FROM old;
  DELETE FROM task t WHERE t.id = ANY (v_tasks)
    AND NOT EXISTS (SELECT FROM open_task o WHERE o.task = t.id)
    AND NOT EXISTS (SELECT FROM occurrence o WHERE o.task = t.id)
    AND NOT EXISTS (SELECT FROM history h WHERE h.task = t.id);
  DELETE FROM slot s WHERE s.task = ANY (v_tasks) AND NOT EXISTS (SELECT FROM task t WHERE t.id = s.task);
  RETURN CASE WHEN v_count < p_batch THEN '-infinity' ELSE v_last END;
END
$$;

-- Removes events that are older than this, and the oldest where there are too many. Returns the date of the
-- last one that is gone now, and whether there may be more.
CREATE OR REPLACE FUNCTION remove_events(p_keep interval, OUT r_gone timestamptz, OUT r_more boolean)
LANGUAGE plpgsql AS $$
DECLARE
  c_most CONSTANT bigint := 1000000;
  c_batch CONSTANT int := 2000;
  v_ids bigint[];
  v_before timestamptz := clock_timestamp() - p_keep;
  v_last bigint := (SELECT max(id) FROM event);
BEGIN
  SELECT array_agg(id), max(at) INTO v_ids, r_gone
    FROM (SELECT id, at FROM event ORDER BY id LIMIT c_batch) AS oldest
    WHERE at < v_before OR id <= v_last - c_most;
  DELETE FROM event WHERE id = ANY (v_ids);
  r_more := coalesce(cardinality(v_ids), 0) >= c_batch;
END
$$;

-- Whether a pass of housekeep is due that was to come at p_next: also where that is further away than a pass
-- can be, because the database's clock was ahead then.
CREATE OR REPLACE FUNCTION is_due(p_next timestamptz) RETURNS boolean
LANGUAGE sql VOLATILE AS $$
  SELECT p_next <= clock_timestamp() OR (isfinite(p_next)
    AND p_next > clock_timestamp() + (SELECT housekeep_every FROM settings) + interval '1 min')
$$;

-- Bounded work for the whole fleet, by whichever machine comes when it is due: leases and deadlines that are
-- over, everywhere tasks that are done, classes of which nothing waits, old history. p_self is left to its
-- own exchange. No part waits for what somebody's open transaction holds: it is left for later.
CREATE OR REPLACE FUNCTION housekeep(p_self uuid) RETURNS void
LANGUAGE plpgsql
SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off SET lock_timeout = '50ms' AS $$
DECLARE
  c_batch CONSTANT int := 64;
  v_settings settings;
  v_guard housekeeping;
  v_guarded boolean;
  v_now timestamptz;
  v_from timestamptz;
  v_more boolean := false;
  v_gone timestamptz;
  v_events boolean;
BEGIN
  SELECT * INTO v_settings FROM settings;
  IF v_settings.skip_locked THEN
    SELECT * INTO v_guard FROM housekeeping WHERE is_due(next_at) FOR UPDATE SKIP LOCKED;
    v_guarded := FOUND;
  ELSE
    BEGIN
      SELECT * INTO v_guard FROM housekeeping WHERE is_due(next_at) FOR UPDATE;
      v_guarded := FOUND;
    EXCEPTION WHEN lock_not_available THEN
      v_guarded := false;
    END;
  END IF;
  v_now := clock_timestamp();
  IF NOT v_guarded THEN
    -- Somebody is at it, or has long had the guard in an open transaction: then leases are looked at without.
    SELECT * INTO v_guard FROM housekeeping WHERE next_at <= v_now - interval '30 s' AND grace_until <= v_now;
    IF FOUND THEN
      PERFORM reap(p_self, '-infinity', c_batch, v_settings.skip_locked);
    END IF;
    RETURN;
  END IF;
  IF v_guard.next_at > v_now THEN
    -- What was noted by a clock that was ahead.
    v_guard.swept_all_at := '-infinity';
    v_guard.grace_until := least(v_guard.grace_until, v_now + v_settings.lease);
  END IF;
  v_from := v_guard.swept;
  IF isfinite(v_guard.next_at) AND v_guard.next_at < v_now - v_settings.lease THEN
    -- No machine has come for so long: the database was away.
    v_guard.grace_until := v_now + v_settings.lease;
  END IF;
  IF v_guard.swept_all_at <= v_now THEN
    v_from := '-infinity';
    v_guard.swept_all_at := v_now + interval '2 min';
    IF v_guard.grace_until <= v_now THEN
      PERFORM count_machines();
    END IF;
  END IF;

  IF v_guard.grace_until <= v_now THEN
    SELECT * INTO v_guard.swept, v_more FROM reap(p_self, v_from, c_batch, v_settings.skip_locked);
  END IF;
  IF sweep_deadlines(v_from, c_batch, v_settings.skip_locked) THEN
    v_more := true;
    v_guard.swept := v_from;
  END IF;
  v_guard.task_cursor := close_next(v_guard.task_cursor, c_batch);
  BEGIN
    PERFORM check_classes(v_settings.quiet_after, c_batch, v_settings.skip_locked);
  EXCEPTION WHEN lock_not_available THEN
    NULL;
  END;
  BEGIN
    PERFORM fold_changes(16 * c_batch);
  EXCEPTION WHEN lock_not_available THEN
    NULL;
  END;
  BEGIN
    v_guard.old_from := remove_old(v_settings.history_keep, v_guard.old_from, 4 * c_batch,
      v_settings.skip_locked);
  EXCEPTION WHEN lock_not_available THEN
    NULL;
  END;
  SELECT * INTO v_gone, v_events FROM remove_events(v_settings.event_keep);
  UPDATE housekeeping SET swept = v_guard.swept, swept_all_at = v_guard.swept_all_at,
    grace_until = v_guard.grace_until, old_from = v_guard.old_from,
    task_cursor = v_guard.task_cursor, events_gone = greatest(events_gone, v_gone),
    next_at = clock_timestamp()
      + CASE WHEN v_more OR v_events THEN interval '0' ELSE v_settings.housekeep_every END;
END
$$;

-- The exchange: what is sent --------------------------------------------------------------------------------

-- Refuses a request that is not formed as it should be. What it lets pass can be read without casts that
-- fail.
CREATE OR REPLACE FUNCTION check_exchange(p_request jsonb) RETURNS void
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  c_name CONSTANT text := '^[A-Za-z0-9_][A-Za-z0-9_.-]*$';
  c_name_said CONSTANT text := 'letters, digits, "_", "." and "-", the last two not at the beginning';
  c_hex_said CONSTANT text := '32 hexadecimal digits in lower case';
  v_list jsonb;
  v_one jsonb;
  v_path text;
  -- What is read is not used here. An assignment costs a fifth of a PERFORM.
  v_id uuid;
  v_int bigint;
  v_text text;
  v_bool boolean;
BEGIN
  PERFORM check_keys(p_request, 'request', ARRAY['machine', 'name', 'groups', 'session', 'sequence',
    'succeeds', 'leaving', 'draining', 'allows', 'holds', 'reports', 'releases', 'begun', 'verdicts', 'dates',
    'claim', 'knows', 'token']);
  v_id := need(take_id(p_request, 'machine', ''), 'machine', c_hex_said);
  v_id := need(take_id(p_request, 'session', ''), 'session', c_hex_said);
  IF p_request ->> 'machine' = repeat('0', 32) THEN
    PERFORM wrong('machine', p_request -> 'machine', 'an identity that is not all zeros');
  END IF;
  v_int := need(take_int(p_request, 'sequence', '', 1, 9007199254740991), 'sequence',
    'a whole number from 1');
  v_int := take_int(p_request, 'knows', '', 0, 9007199254740991);
  v_int := take_int(p_request, 'token', '', 0, 9007199254740991);
  v_text := take_text(p_request, 'name', '', 253, c_name, c_name_said);
  PERFORM take_texts(p_request, 'groups', '', 32, 64, c_name, c_name_said || ', at most 64');
  PERFORM take_texts(p_request, 'allows', '', 256, 63, '^[^[:cntrl:]]+$', 'names of database roles');
  v_bool := take_bool(p_request, 'leaving', '');
  v_bool := take_bool(p_request, 'draining', '');

  v_one := p_request -> 'succeeds';
  IF v_one IS NOT NULL AND v_one <> 'null' THEN
    PERFORM check_keys(v_one, 'succeeds', ARRAY['session', 'sequence']);
    v_id := need(take_id(v_one, 'session', 'succeeds.'), 'succeeds.session', c_hex_said);
    v_int := need(take_int(v_one, 'sequence', 'succeeds.', 0, 9007199254740991), 'succeeds.sequence',
      'a whole number');
    IF p_request ->> 'sequence' <> '1' THEN
      PERFORM wrong('succeeds', v_one, 'only with sequence 1');
    END IF;
  END IF;

  v_list := take_list(p_request, 'holds', '', 10000);
  IF v_list <> '[]' AND p_request ->> 'sequence' <> '1' THEN
    PERFORM wrong('holds', v_list, 'only with sequence 1');
  END IF;
  PERFORM check_grants(v_list, 'holds', ARRAY['occurrence', 'epoch']);

  v_list := take_list(p_request, 'reports', '', 1000);
  PERFORM check_grants(v_list, 'reports', ARRAY['occurrence', 'epoch', 'outcome', 'success', 'exitStatus',
    'signal', 'runId', 'startedUSec', 'endedUSec', 'message']);
  FOR i IN 0 .. jsonb_array_length(v_list) - 1 LOOP
    v_one := v_list -> i;
    v_path := 'reports[' || i || '].';
    v_text := need(take_text(v_one, 'outcome', v_path, 16,
      '^(completed|expired|killed|cancelled|interrupted|launchFailed|missed|leaseLost)$',
      'completed, expired, killed, cancelled, interrupted, launchFailed, missed, leaseLost'),
      v_path || 'outcome', 'an outcome');
    v_bool := need(take_bool(v_one, 'success', v_path), v_path || 'success', 'true or false');
    v_int := take_int(v_one, 'exitStatus', v_path, -2147483648, 2147483647);
    v_text := take_text(v_one, 'signal', v_path, 32, '^[A-Za-z0-9+-]+$', 'the name of a signal');
    v_text := take_text(v_one, 'runId', v_path, 64, '^[A-Za-z0-9_.:-]*$', 'the identity of a run');
    v_int := take_usec(v_one, 'startedUSec', v_path);
    v_int := take_usec(v_one, 'endedUSec', v_path);
    v_text := take_message(v_one, 'message', v_path);
  END LOOP;

  v_list := take_list(p_request, 'releases', '', 1000);
  PERFORM check_grants(v_list, 'releases', ARRAY['occurrence', 'epoch', 'code', 'message']);
  FOR i IN 0 .. jsonb_array_length(v_list) - 1 LOOP
    v_one := v_list -> i;
    v_path := 'releases[' || i || '].';
    v_text := need(take_text(v_one, 'code', v_path, 16, '^(conditions|disallowed|refused|stopped)$',
      'conditions, disallowed, refused, stopped'), v_path || 'code', 'conditions, disallowed, refused, stopped');
    v_text := take_message(v_one, 'message', v_path);
  END LOOP;

  v_list := take_list(p_request, 'begun', '', 1000);
  PERFORM check_grants(v_list, 'begun', ARRAY['occurrence', 'epoch', 'runId', 'startedUSec']);
  FOR i IN 0 .. jsonb_array_length(v_list) - 1 LOOP
    v_path := 'begun[' || i || '].';
    v_text := take_text(v_list -> i, 'runId', v_path, 64, '^[A-Za-z0-9_.:-]*$', 'the identity of a run');
    v_int := take_usec(v_list -> i, 'startedUSec', v_path);
  END LOOP;

  v_list := take_list(p_request, 'verdicts', '', 1000);
  FOR i IN 0 .. jsonb_array_length(v_list) - 1 LOOP
    v_one := v_list -> i;
    v_path := 'verdicts[' || i || ']';
    PERFORM check_keys(v_one, v_path, ARRAY['class', 'verdict', 'code', 'message']);
    v_path := v_path || '.';
    v_id := need(take_id(v_one, 'class', v_path), v_path || 'class', c_hex_said);
    v_text := need(take_text(v_one, 'verdict', v_path, 16, '^(holds|lacks|never|disallowed)$',
      'holds, lacks, never, disallowed'), v_path || 'verdict', 'holds, lacks, never, disallowed');
    v_text := take_text(v_one, 'code', v_path, 64, '^[A-Za-z0-9_.-]*$', 'the code of a reason');
    v_text := take_message(v_one, 'message', v_path);
  END LOOP;

  v_list := take_list(p_request, 'dates', '', 1000);
  FOR i IN 0 .. jsonb_array_length(v_list) - 1 LOOP
    v_one := v_list -> i;
    v_path := 'dates[' || i || ']';
    PERFORM check_keys(v_one, v_path, ARRAY['task', 'afterUSec', 'dateUSec', 'nextUSec']);
    v_path := v_path || '.';
    v_int := need(take_int(v_one, 'task', v_path, 1, 9007199254740991), v_path || 'task', 'a task''s number');
    v_int := need(take_usec(v_one, 'afterUSec', v_path), v_path || 'afterUSec', 'a date in microseconds');
    IF need(take_usec(v_one, 'dateUSec', v_path), v_path || 'dateUSec', 'a date in microseconds')
      <= take_usec(v_one, 'afterUSec', v_path) THEN
      PERFORM wrong(v_path || 'dateUSec', v_one -> 'dateUSec', 'a date after afterUSec');
    END IF;
    IF take_usec(v_one, 'nextUSec', v_path) <= take_usec(v_one, 'dateUSec', v_path) THEN
      PERFORM wrong(v_path || 'nextUSec', v_one -> 'nextUSec', 'a date after dateUSec');
    END IF;
  END LOOP;

  v_one := p_request -> 'claim';
  IF v_one IS NOT NULL AND v_one <> 'null' THEN
    PERFORM check_keys(v_one, 'claim', ARRAY['classes', 'most']);
    PERFORM take_texts(v_one, 'classes', 'claim.', 64, 32, '^[0-9a-f]{32}$', c_hex_said);
    v_int := take_int(v_one, 'most', 'claim.', 0, 64);
  END IF;
END
$$;

-- The answer to a machine that may not take part.
CREATE OR REPLACE FUNCTION refusal(p_code text, p_message text) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('version', 1, 'refused', jsonb_build_object('code', p_code, 'message', p_message))
$$;

-- The numbers of the groups that a request names, and of "all".
CREATE OR REPLACE FUNCTION asked_groups(p_request jsonb) RETURNS int[]
LANGUAGE sql AS $$
  SELECT ARRAY(SELECT DISTINCT group_number(g) FROM (
      SELECT 'all'
      UNION SELECT e FROM jsonb_array_elements_text(take_list(p_request, 'groups', '', 32)) AS l (e)
    ) AS named (g) ORDER BY 1)
$$;

-- The list of a request's `allows`.
CREATE OR REPLACE FUNCTION asked_allows(p_request jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(SELECT e FROM jsonb_array_elements_text(take_list(p_request, 'allows', '', 256)) AS l (e))
$$;

-- The session of a machine, which is locked where it is the caller's role's: nobody holds others up.
CREATE OR REPLACE FUNCTION locked_session(p_machine uuid) RETURNS session
LANGUAGE plpgsql AS $$
DECLARE
  v_session session;
BEGIN
  SELECT * INTO v_session FROM session WHERE machine = p_machine AND role = session_user FOR UPDATE;
  IF NOT FOUND THEN
    SELECT * INTO v_session FROM session WHERE machine = p_machine;
  END IF;
  RETURN v_session;
END
$$;

-- Begins a session (sequence 1): registers the machine, refuses clones. Returns a refusal, or null: then the
-- session's row is there with sequence 1, and locked.
CREATE OR REPLACE FUNCTION begin_session(
  p_request jsonb, p_machine uuid, p_session uuid, p_settings settings
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_machine machine;
  v_session session;
  v_other machine;
  v_name text := need(p_request ->> 'name', 'name', 'the name of the machine, with sequence 1');
  v_groups int[];
  v_role text := session_user;
BEGIN
  SELECT * INTO v_session FROM locked_session(p_machine);
  SELECT * INTO v_machine FROM machine WHERE id = p_machine;
  IF v_machine.role <> v_role AND NOT v_machine.forgotten THEN
    RETURN refusal('identity', format('The identity %s belongs to another database role. Connect as the role '
      'that registered it, or let an administrator forget the machine "%s".',
      hex(p_machine), v_machine.name));
  END IF;
  IF v_session.session <> p_session AND v_session.lease_until > clock_timestamp() AND NOT v_session.over
    AND (p_request #>> '{succeeds,session}' IS DISTINCT FROM hex(v_session.session)
      OR NOT ((p_request #>> '{succeeds,sequence}')::bigint BETWEEN v_session.sequence - 1
        AND v_session.sequence + CASE WHEN v_session.check_at IS NULL THEN 2 ELSE 1 END)) THEN
    RETURN refusal('identity', format('Another machine uses this identity since %s (name "%s"). If this '
      'machine is a copy, give it an identity of its own (/etc/machine-id); if its state was lost, it is '
      'accepted when the lease of its last session is over, in %s s at most.',
      to_char(v_session.began_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), v_machine.name,
      ceil(extract(epoch FROM v_session.lease_until - clock_timestamp()))));
  END IF;

  SELECT * INTO v_other FROM machine m WHERE m.name = v_name AND NOT m.forgotten AND m.id <> p_machine;
  IF FOUND THEN
    IF v_other.role <> v_role OR EXISTS (SELECT FROM locked_session(v_other.id) AS s
      WHERE NOT s.over AND s.lease_until > clock_timestamp()) THEN
      RETURN refusal('name', format('The name "%s" belongs to another machine%s. Set another Name= in '
        'fleet.conf, or let an administrator forget that machine.', v_name,
        CASE WHEN v_other.role = v_role THEN format(' (%s)', hex(v_other.id)) ELSE '' END));
    END IF;
    -- The same role with the same name on a new installation: the old machine is gone.
    PERFORM forget(v_other.id);
  END IF;

  IF (v_machine.id IS NULL OR v_machine.forgotten)
    AND (SELECT count(*) FROM machine WHERE role = v_role AND NOT forgotten)
      >= p_settings.role_machines THEN
    RETURN refusal('name', format('The role "%s" has as many machines as one role may have. Let an '
      'administrator forget some, or raise role_machines in bgtask_fleet.settings.', v_role));
  END IF;
  v_groups := asked_groups(p_request);
  INSERT INTO machine AS m (id, name, role, groups, allows, draining)
    VALUES (p_machine, v_name, v_role, v_groups, asked_allows(p_request),
      coalesce((p_request ->> 'draining')::boolean, false))
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, groups = excluded.groups,
      allows = excluded.allows, draining = excluded.draining, drained = m.drained AND NOT m.forgotten,
      forgotten = false, first_seen = CASE WHEN m.forgotten THEN clock_timestamp() ELSE m.first_seen END
    WHERE (m.role = excluded.role OR m.forgotten)
      AND (m.name, m.role, m.groups, m.allows, m.draining, m.forgotten)
        IS DISTINCT FROM (excluded.name, excluded.role, excluded.groups, excluded.allows, excluded.draining,
          false);
  INSERT INTO session AS s (machine, session, sequence, token, lease_until, began_at, groups, role)
    VALUES (p_machine, p_session, 1, coalesce((p_request ->> 'token')::bigint, 0), clock_timestamp()
        + CASE WHEN v_session.check_at IS NULL THEN p_settings.idle_lease ELSE p_settings.lease END,
      clock_timestamp(), v_groups, v_role)
    ON CONFLICT (machine) DO UPDATE SET session = excluded.session, sequence = 1, token = excluded.token,
      lease_until = excluded.lease_until, seen_at = excluded.seen_at, began_at = excluded.began_at,
      groups = excluded.groups,
      role = excluded.role, over = false
    -- Nobody has begun another session since it was looked at above.
    WHERE s.session = v_session.session AND s.sequence = v_session.sequence;
  IF NOT FOUND THEN
    -- Two first exchanges with one identity at once: the other was first.
    RETURN refusal('identity', 'Another machine has begun to use this identity at this moment. If this '
      'machine is a copy, give it an identity of its own (/etc/machine-id).');
  END IF;
  INSERT INTO attention (machine) VALUES (p_machine);
  IF v_machine.groups <> v_groups THEN
    PERFORM leave_groups(p_machine, v_groups);
  END IF;
  RETURN NULL;
EXCEPTION WHEN unique_violation THEN
  RETURN refusal('name', format('Another machine has taken the name "%s" at this moment. Set another '
    'Name= in fleet.conf.', v_name));
END
$$;

-- Takes over what a later exchange says of the machine: name, groups, allows, draining. Returns a refusal or
-- null.
CREATE OR REPLACE FUNCTION change_machine(p_request jsonb, p_machine uuid) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_machine machine;
  v_groups int[];
BEGIN
  SELECT * INTO STRICT v_machine FROM machine WHERE id = p_machine;
  v_groups := CASE WHEN p_request ->> 'groups' IS NULL THEN v_machine.groups ELSE asked_groups(p_request) END;
  UPDATE machine AS m SET name = coalesce(p_request ->> 'name', name), groups = v_groups,
      allows = CASE WHEN p_request ->> 'allows' IS NULL THEN allows ELSE asked_allows(p_request) END,
      draining = coalesce((p_request ->> 'draining')::boolean, draining)
    WHERE id = p_machine AND (
      name <> p_request ->> 'name' OR groups <> v_groups OR draining <> (p_request ->> 'draining')::boolean
      OR (p_request ->> 'allows' IS NOT NULL AND allows <> asked_allows(p_request)));
  IF v_machine.groups <> v_groups THEN
    UPDATE session SET groups = v_groups WHERE machine = p_machine;
    PERFORM leave_groups(p_machine, v_groups);
  END IF;
  RETURN NULL;
EXCEPTION WHEN unique_violation THEN
  RETURN refusal('name', format('The name "%s" belongs to another machine. Set another Name= in fleet.conf, '
    'or let an administrator forget that machine.', p_request ->> 'name'));
END
$$;

-- The exchange: ends ----------------------------------------------------------------------------------------

-- What becomes of a report that ends no occurrence which waits or is granted.
CREATE OR REPLACE FUNCTION judge_report(p_machine uuid, p_id bigint, p_epoch int, p_report jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_occurrence occurrence;
  v_past history;
BEGIN
  SELECT * INTO v_occurrence FROM occurrence WHERE id = p_id;
  IF FOUND THEN
    IF v_occurrence.epoch = p_epoch AND v_occurrence.holder = p_machine AND NOT v_occurrence.waiting THEN
      -- The run was cut short, and an attempt is left.
      PERFORM give_back(p_machine, ARRAY[p_id], 'lost', false);
    END IF;
    RETURN 'fenced';
  END IF;
  SELECT * INTO v_past FROM history WHERE occurrence = p_id AND machine = p_machine FOR UPDATE;
  IF NOT FOUND THEN
    RETURN CASE WHEN EXISTS (SELECT FROM history WHERE occurrence = p_id) THEN 'fenced' ELSE 'unknown' END;
  END IF;
  IF v_past.epoch <> p_epoch
    -- An end of the machine that had this identity before it was forgotten.
    OR v_past.recorded_at < (SELECT first_seen FROM machine WHERE id = p_machine) THEN
    RETURN 'fenced';
  END IF;
  IF v_past.by_report THEN
    RETURN 'countedAlready';
  END IF;
  -- The server had given it up; its last holder knows better.
  UPDATE history SET by_report = true, outcome = p_report ->> 'outcome',
      success = (p_report ->> 'success')::boolean, exit_status = (p_report ->> 'exitStatus')::int,
      signal = p_report ->> 'signal', run_id = coalesce(p_report ->> 'runId', run_id),
      started_usec = (p_report ->> 'startedUSec')::bigint, ended_usec = (p_report ->> 'endedUSec')::bigint,
      message = one_line(p_report ->> 'message'), recorded_at = clock_timestamp()
    WHERE occurrence = p_id;
  RETURN 'accepted';
END
$$;

-- Records the ends that a machine reports, and says for each what became of it. An end needs the epoch and
-- its holder; while nobody else was granted the occurrence since, it is accepted even after the lease. A run
-- that was cut short (leaseLost, interrupted) ends nothing while an attempt is left.
CREATE OR REPLACE FUNCTION take_reports(p_machine uuid, p_reports jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[] := listed(p_reports);
  -- What the machine had that was forgotten is not its own.
  v_since timestamptz := (SELECT first_seen FROM machine WHERE id = p_machine);
  v_ended bigint[];
  v_epochs int[];
  v_once bigint[];
  v_nightly bigint[];
  v_slots bigint[];
  v_at int;
  v_results jsonb[] := '{}';
  v_row record;
  v_result text;
BEGIN
  -- In the order in which a cancellation locks them.
  PERFORM FROM open_task WHERE task = ANY (ARRAY(SELECT o.task FROM occurrence o
    WHERE o.id = ANY (v_ids) AND o.mode = 'once' AND o.holder = p_machine)) ORDER BY task FOR UPDATE;
  WITH said AS MATERIALIZED (
    SELECT DISTINCT ON (r.occurrence, r.epoch) r.*
    FROM ROWS FROM (jsonb_to_recordset(p_reports) AS (occurrence bigint, epoch int, outcome text,
      success boolean, "exitStatus" int, signal text, "runId" text, "startedUSec" bigint, "endedUSec" bigint,
      message text)) WITH ORDINALITY AS r
    ORDER BY r.occurrence, r.epoch, r.ordinality
  ), gone AS (
    DELETE FROM occurrence o USING said r
      WHERE o.id = ANY (v_ids) AND o.id = r.occurrence
        AND o.epoch = r.epoch AND o.holder = p_machine -- the fence
        AND o.granted_at >= v_since
        AND (r.outcome NOT IN ('leaseLost', 'interrupted')
          OR (NOT o.waiting AND (o.cancelled OR o.attempt >= o.attempts)))
      RETURNING o.id, o.task, o.key, o.epoch, o.attempt, o.mode, o.slot, o.run_id, r.outcome, r.success,
        r."exitStatus", r.signal, r."runId", r."startedUSec", r."endedUSec", r.message
  ), kept AS (
    INSERT INTO history (occurrence, task, key, epoch, attempt, machine, outcome, success, exit_status,
      signal, run_id, started_usec, ended_usec, message, recorded_at, by_report)
    SELECT id, task, key, epoch, attempt, p_machine, outcome, success, "exitStatus", signal,
      coalesce("runId", run_id), "startedUSec", "endedUSec", one_line(message), clock_timestamp(), true
    FROM gone
  )
  SELECT array_agg(id), array_agg(epoch), array_agg(task) FILTER (WHERE mode = 'once'),
      array_agg(task) FILTER (WHERE mode = 'nightly'), array_agg(task) FILTER (WHERE slot IS NOT NULL)
    INTO v_ended, v_epochs, v_once, v_nightly, v_slots FROM gone;
  IF v_slots IS NOT NULL THEN
    UPDATE slot SET occurrence = NULL WHERE task = ANY (v_slots) AND occurrence = ANY (v_ended);
    -- Another machine may begin in the place that is free.
    PERFORM hint('slot');
  END IF;
  PERFORM close_tasks(v_once, v_nightly);

  FOR v_row IN SELECT (r ->> 'occurrence')::bigint AS id, (r ->> 'epoch')::int AS epoch, r AS report
    FROM jsonb_array_elements(p_reports) WITH ORDINALITY AS e (r, n) ORDER BY n
  LOOP
    v_at := array_position(v_ended, v_row.id);
    IF v_epochs[v_at] = v_row.epoch THEN
      v_result := 'accepted';
      -- The same once more in this list counts already.
      v_epochs[v_at] := NULL;
    ELSE
      v_result := judge_report(p_machine, v_row.id, v_row.epoch, v_row.report);
    END IF;
    v_results := v_results
      || jsonb_build_object('occurrence', v_row.id, 'epoch', v_row.epoch, 'result', v_result);
  END LOOP;
  RETURN to_jsonb(v_results);
END
$$;

-- Takes back what a machine was granted and does not want: it has not begun, or the machine itself has ended
-- it (stopped).
CREATE OR REPLACE FUNCTION take_releases(p_machine uuid, p_releases jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_plain bigint[];
  v_delayed bigint[];
BEGIN
  SELECT array_agg(o.id) FILTER (WHERE r.code IN ('conditions', 'stopped')),
      array_agg(o.id) FILTER (WHERE r.code NOT IN ('conditions', 'stopped'))
    INTO v_plain, v_delayed
    FROM jsonb_to_recordset(p_releases) AS r (occurrence bigint, epoch int, code text)
    JOIN occurrence o ON o.id = ANY (listed(p_releases)) AND o.id = r.occurrence AND o.epoch = r.epoch
      AND o.holder = p_machine AND NOT o.waiting;
  IF v_plain IS NOT NULL THEN
    PERFORM give_back(p_machine, v_plain, 'released', false);
  END IF;
  IF v_delayed IS NOT NULL THEN
    PERFORM give_back(p_machine, v_delayed, 'released', true);
  END IF;
END
$$;

-- Gives a machine that begins to hold something the lease of those that do.
CREATE OR REPLACE FUNCTION begin_holding(p_machine uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE session s SET lease_until = s.seen_at + c.lease, check_at = s.seen_at + c.lease
    FROM settings c WHERE s.machine = p_machine AND s.check_at IS NULL
$$;

-- Compares what a machine says to hold, after a start, with what it was granted: what it does not know goes
-- back, and what it should not have it is told to stop.
CREATE OR REPLACE FUNCTION take_holds(p_machine uuid, p_holds jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  DELETE FROM taken WHERE machine = p_machine;
  INSERT INTO taken (machine, occurrence, epoch)
    SELECT p_machine, h.occurrence, h.epoch
    FROM jsonb_to_recordset(p_holds) AS h (occurrence bigint, epoch int)
    WHERE NOT EXISTS (SELECT FROM occurrence o
      WHERE o.id = h.occurrence AND o.epoch = h.epoch AND o.holder = p_machine AND NOT o.waiting)
    ON CONFLICT DO NOTHING;
  PERFORM give_back(p_machine, ARRAY(
    SELECT o.id FROM occurrence o WHERE o.holder = p_machine AND NOT o.waiting
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset(p_holds) AS h (occurrence bigint, epoch int)
        WHERE o.id = h.occurrence AND o.epoch = h.epoch)
    ORDER BY o.id), 'unknown', false);
  -- A repeated exchange of this session must not find the grants of the last one.
  v_ids := ARRAY(SELECT id FROM occurrence
    WHERE holder = p_machine AND NOT waiting AND granted_sequence IS NOT NULL ORDER BY id);
  IF (SELECT skip_locked FROM settings) THEN
    -- Its task is being cancelled, and it stops soon.
    v_ids := ARRAY(SELECT id FROM occurrence WHERE id = ANY (v_ids) ORDER BY id FOR UPDATE SKIP LOCKED);
  END IF;
  UPDATE occurrence SET granted_sequence = NULL WHERE id = ANY (v_ids);
  IF EXISTS (SELECT FROM occurrence WHERE holder = p_machine AND NOT waiting) THEN
    PERFORM begin_holding(p_machine);
  END IF;
END
$$;

-- Notes what a machine says about classes of its groups.
CREATE OR REPLACE FUNCTION take_verdicts(p_machine uuid, p_groups int[], p_verdicts jsonb) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO verdict AS v (class, machine, verdict, code, message)
    SELECT DISTINCT ON (c.id) c.id, p_machine, e ->> 'verdict', e ->> 'code', one_line(e ->> 'message')
    FROM jsonb_array_elements(p_verdicts) WITH ORDINALITY AS l (e, n)
    JOIN class c ON c.id = (e ->> 'class')::uuid AND c.group_id = ANY (p_groups)
    WHERE NOT EXISTS (SELECT FROM verdict o WHERE o.class = c.id AND o.machine = p_machine
      AND (o.verdict, o.code, o.message)
        IS NOT DISTINCT FROM (e ->> 'verdict', e ->> 'code', one_line(e ->> 'message')))
    ORDER BY c.id, n DESC
    ON CONFLICT (class, machine) DO UPDATE SET verdict = excluded.verdict, code = excluded.code,
      message = excluded.message, said_at = excluded.said_at
$$;

-- Adds the dates of nightly tasks that a machine has computed. after_usec lets one machine of all that
-- compute the same date be the first; a task has one occurrence at a time, so that one makes up for all
-- missed dates.
CREATE OR REPLACE FUNCTION take_dates(p_machine uuid, p_groups int[], p_dates jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_date record;
  v_task open_task;
  v_last int;
BEGIN
  FOR v_date IN SELECT d.* FROM jsonb_to_recordset(p_dates)
    AS d (task bigint, "afterUSec" bigint, "dateUSec" bigint, "nextUSec" bigint)
    ORDER BY d.task, d."afterUSec"
  LOOP
    UPDATE open_task t SET after_usec = v_date."dateUSec", next_usec = v_date."nextUSec"
      WHERE t.task = v_date.task AND t.mode = 'nightly' AND t.after_usec = v_date."afterUSec"
        AND t.group_id = ANY (p_groups)
        AND t.fleet_user = ANY (ARRAY(SELECT unnest(m.allows) FROM machine m WHERE m.id = p_machine))
        AND NOT EXISTS (SELECT FROM occurrence o WHERE o.task = t.task)
      RETURNING * INTO v_task;
    IF FOUND THEN
      SELECT h.epoch INTO v_last FROM history h WHERE h.task = v_task.task ORDER BY h.key DESC LIMIT 1;
      UPDATE task SET fence = v_last WHERE id = v_task.task AND fence < v_last;
      INSERT INTO occurrence (task, class, not_before, attempts, mode, key, epoch)
        SELECT id, class, greatest(from_usec(v_date."dateUSec"), not_before), attempts, mode,
          v_date."dateUSec"::text, fence
        FROM task WHERE id = v_task.task
        ON CONFLICT DO NOTHING;
      PERFORM wake(ARRAY[v_task.class]);
      PERFORM raise_groups(ARRAY[v_task.group_id]);
    END IF;
  END LOOP;
END
$$;

-- The exchange: claims --------------------------------------------------------------------------------------

-- Adds the occurrences of everywhere tasks that a machine lacks: it has joined after the submission. Tasks
-- are held so that none is cancelled meanwhile. Returns whether there are more: beyond a thousand, or such
-- that somebody's open transaction holds.
CREATE OR REPLACE FUNCTION join_everywhere(p_machine uuid, p_groups int[]) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  c_most CONSTANT int := 1000;
  v_classes uuid[];
  v_tasks bigint[];
  v_lacking bigint[] := ARRAY(SELECT o.task FROM open_task o JOIN task t ON t.id = o.task
    WHERE o.mode = 'everywhere' AND o.group_id = ANY (p_groups)
      AND (t.deadline IS NULL OR t.deadline > clock_timestamp())
      AND NOT EXISTS (SELECT FROM history h WHERE h.task = o.task AND h.key = hex(p_machine))
      AND NOT EXISTS (SELECT FROM occurrence c WHERE c.task = o.task AND c.key = hex(p_machine))
    ORDER BY o.task LIMIT c_most);
BEGIN
  IF v_lacking = '{}' THEN
    RETURN false;
  END IF;
  IF (SELECT skip_locked FROM settings) THEN
    v_tasks := ARRAY(SELECT task FROM open_task WHERE task = ANY (v_lacking) AND group_id = ANY (p_groups)
      ORDER BY task FOR SHARE SKIP LOCKED);
  ELSE
    v_tasks := ARRAY(SELECT task FROM open_task WHERE task = ANY (v_lacking) AND group_id = ANY (p_groups)
      ORDER BY task FOR SHARE);
  END IF;
  WITH added AS (
    INSERT INTO occurrence (task, class, target, not_before, deadline, attempts, limited, mode, key, epoch)
      SELECT t.id, t.class, p_machine, t.not_before, t.deadline, t.attempts, t.at_most IS NOT NULL, t.mode,
        hex(p_machine), t.fence
      FROM task t WHERE t.id = ANY (v_tasks)
      ON CONFLICT DO NOTHING RETURNING class
  )
  SELECT array_agg(class) INTO v_classes FROM added;
  IF v_classes IS NOT NULL THEN
    PERFORM wake(v_classes);
  END IF;
  RETURN cardinality(v_lacking) >= c_most OR EXISTS (SELECT FROM open_task
    WHERE task = ANY (v_lacking) AND NOT task = ANY (v_tasks));
END
$$;

-- A free place of an everywhere task for this occurrence, or null.
CREATE OR REPLACE FUNCTION take_slot(p_task bigint, p_occurrence bigint, p_skip boolean) RETURNS smallint
LANGUAGE plpgsql AS $$
DECLARE
  v_number smallint;
BEGIN
  -- Without SKIP LOCKED the place may be gone when the lock comes: it is tried twice more.
  FOR i IN 1 .. 3 LOOP
    IF p_skip THEN
      SELECT number INTO v_number FROM slot WHERE task = p_task AND occurrence IS NULL
        ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED;
    ELSE
      SELECT number INTO v_number FROM slot WHERE task = p_task AND occurrence IS NULL
        ORDER BY number LIMIT 1 FOR UPDATE;
    END IF;
    IF FOUND THEN
      UPDATE slot SET occurrence = p_occurrence WHERE task = p_task AND number = v_number;
      RETURN v_number;
    END IF;
    EXIT WHEN p_skip OR NOT EXISTS (SELECT FROM slot WHERE task = p_task AND occurrence IS NULL);
  END LOOP;
  RETURN NULL;
END
$$;

-- Which of these classes have a mark. A mark whose time is over is removed by one claim, which then walks
-- from the front and writes it anew if that is slow; others that come meanwhile still begin at the mark.
CREATE OR REPLACE FUNCTION marked(p_classes uuid[], p_skip boolean) RETURNS uuid[]
LANGUAGE plpgsql AS $$
DECLARE
  v_marked uuid[];
BEGIN
  v_marked := ARRAY(SELECT class FROM claim_mark WHERE class = ANY (p_classes));
  IF v_marked = '{}' THEN
    RETURN v_marked;
  END IF;
  IF p_skip THEN
    DELETE FROM claim_mark WHERE class = ANY (ARRAY(SELECT class FROM claim_mark
      WHERE class = ANY (p_classes) AND full_at <= clock_timestamp() FOR UPDATE SKIP LOCKED));
  ELSE
    DELETE FROM claim_mark WHERE class = ANY (p_classes) AND full_at <= clock_timestamp();
  END IF;
  IF FOUND THEN
    v_marked := ARRAY(SELECT class FROM claim_mark WHERE class = ANY (p_classes));
  END IF;
  RETURN v_marked;
END
$$;

-- Notes where claims of these classes should begin, after one that was slow; see claim_mark. p_marked: those
-- in which it began at the mark, and says nothing of the walk from the front. A mark moves on after a second,
-- sooner when it is far behind, because under a forgotten snapshot its own old versions are kept, too.
CREATE OR REPLACE FUNCTION set_marks(p_classes uuid[], p_marked uuid[], p_took interval) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  v_class uuid;
  v_mark claim_mark;
  v_not_before timestamptz;
  v_id bigint;
  v_now timestamptz := clock_timestamp();
  v_pause interval := interval '1 s' * (0.001 / greatest(extract(epoch FROM p_took), 0.001));
BEGIN
  FOREACH v_class IN ARRAY p_classes LOOP
    SELECT * INTO v_mark FROM claim_mark WHERE class = v_class;
    -- Also when another claim has just removed the mark, and walks from the front.
    CONTINUE WHEN v_class = ANY (p_marked)
      AND (v_mark.class IS NULL OR v_mark.set_at > v_now - v_pause);
    SELECT w.not_before, w.id INTO v_not_before, v_id FROM occurrence w
      WHERE w.class = v_class AND w.target = '00000000-0000-0000-0000-000000000000' AND w.waiting
        AND (w.not_before, w.id) >= (
          CASE WHEN v_class = ANY (p_marked) THEN v_mark.not_before ELSE '-infinity' END,
          CASE WHEN v_class = ANY (p_marked) THEN v_mark.id ELSE 0 END)
      ORDER BY w.not_before, w.id LIMIT 1;
    IF NOT FOUND OR v_not_before > v_now THEN
      -- Nothing that waits is due. What is submitted from now on comes after this moment, or is found from
      -- full_at on.
      v_not_before := v_now - interval '1 s';
      v_id := 0;
    END IF;
    INSERT INTO claim_mark AS k (class, not_before, id, full_at, set_at)
      VALUES (v_class, v_not_before, v_id, v_now + greatest(20 * p_took, interval '2 s'), v_now)
      ON CONFLICT (class) DO UPDATE SET not_before = excluded.not_before, id = excluded.id,
        full_at = CASE WHEN v_class = ANY (p_marked) THEN k.full_at ELSE excluded.full_at END,
        set_at = excluded.set_at
      WHERE k.set_at < v_now - v_pause;
  END LOOP;
END
$$;

-- Grants up to p_most occurrences of these classes, all of which the machine may have: first what is for this
-- machine alone, then what is for any, in the order of the classes.
CREATE OR REPLACE FUNCTION claim(p_machine uuid, p_sequence bigint, p_classes uuid[], p_most int)
RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_skip boolean;
  v_ids bigint[] := '{}';
  v_more bigint[];
  v_row record;
  v_slot smallint;
  v_began timestamptz := clock_timestamp();
  v_took interval;
  v_left int := p_most;
  v_marked uuid[];
BEGIN
  SELECT skip_locked INTO v_skip FROM settings;
  -- Nobody else wants these rows; many want the slots.
  FOR v_row IN SELECT o.id, o.task, o.limited
    FROM unnest(p_classes) WITH ORDINALITY AS c (id, n)
    -- LATERAL with LIMIT: class by class, and never through the whole index.
    CROSS JOIN LATERAL (
      SELECT w.id, w.task, w.limited FROM occurrence w
      WHERE w.class = c.id AND w.target = p_machine AND w.waiting AND w.not_before <= v_began
        AND (w.deadline IS NULL OR w.deadline > v_began)
      ORDER BY w.not_before, w.id LIMIT 256
    ) AS o
    LIMIT 256
  LOOP
    EXIT WHEN v_left <= 0;
    IF v_skip THEN
      PERFORM FROM occurrence WHERE id = v_row.id AND waiting FOR UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
    END IF;
    v_slot := NULL;
    IF v_row.limited THEN
      v_slot := take_slot(v_row.task, v_row.id, v_skip);
      CONTINUE WHEN v_slot IS NULL;
    END IF;
    UPDATE occurrence SET waiting = false, holder = p_machine, epoch = epoch + 1,
        granted_sequence = p_sequence, granted_at = clock_timestamp(), slot = v_slot
      WHERE id = v_row.id AND waiting;
    IF FOUND THEN
      v_ids := v_ids || v_row.id;
      v_left := v_left - 1;
    ELSIF v_slot IS NOT NULL THEN
      UPDATE slot SET occurrence = NULL WHERE task = v_row.task AND number = v_slot;
    END IF;
  END LOOP;
  IF v_left <= 0 THEN
    RETURN v_ids;
  END IF;

  v_marked := marked(p_classes, v_skip);
  v_began := clock_timestamp();
  IF v_skip THEN
    WITH picked AS MATERIALIZED (
      SELECT o.id
      FROM unnest(p_classes) WITH ORDINALITY AS c (id, n)
      LEFT JOIN claim_mark k ON k.class = c.id AND k.class = ANY (v_marked)
      CROSS JOIN LATERAL (
        SELECT w.id FROM occurrence w
        WHERE w.class = c.id AND w.target = '00000000-0000-0000-0000-000000000000' AND w.waiting
          AND (w.not_before, w.id) >= (coalesce(k.not_before, '-infinity'), coalesce(k.id, 0))
          AND w.not_before <= v_began AND (w.deadline IS NULL OR w.deadline > v_began)
        ORDER BY w.not_before, w.id LIMIT v_left FOR UPDATE SKIP LOCKED
      ) AS o
      LIMIT v_left
    ), granted AS (
      UPDATE occurrence o SET waiting = false, holder = p_machine, epoch = o.epoch + 1,
          granted_sequence = p_sequence, granted_at = v_began
        WHERE o.id = ANY (ARRAY(SELECT id FROM picked))
        RETURNING o.id, o.class, o.not_before
    )
    SELECT array_agg(id ORDER BY array_position(p_classes, class), not_before, id) INTO v_more FROM granted;
  ELSE
    WITH picked AS MATERIALIZED (
      SELECT o.id
      FROM unnest(p_classes) WITH ORDINALITY AS c (id, n)
      LEFT JOIN claim_mark k ON k.class = c.id AND k.class = ANY (v_marked)
      CROSS JOIN LATERAL (
        SELECT w.id FROM occurrence w
        WHERE w.class = c.id AND w.target = '00000000-0000-0000-0000-000000000000' AND w.waiting
          AND (w.not_before, w.id) >= (coalesce(k.not_before, '-infinity'), coalesce(k.id, 0))
          AND w.not_before <= v_began AND (w.deadline IS NULL OR w.deadline > v_began)
        ORDER BY w.not_before, w.id LIMIT v_left FOR UPDATE
      ) AS o
      LIMIT v_left
    ), granted AS (
      UPDATE occurrence o SET waiting = false, holder = p_machine, epoch = o.epoch + 1,
          granted_sequence = p_sequence, granted_at = v_began
        WHERE o.id = ANY (ARRAY(SELECT id FROM picked))
        RETURNING o.id, o.class, o.not_before
    )
    SELECT array_agg(id ORDER BY array_position(p_classes, class), not_before, id) INTO v_more FROM granted;
  END IF;
  v_took := clock_timestamp() - v_began - coalesce(cardinality(v_more), 0) * interval '50 us';
  -- Without SKIP LOCKED a claim is slow because others hold what it wants. A mark moves on sooner than it is
  -- made.
  IF v_took > (CASE WHEN NOT v_skip THEN interval '100 ms' WHEN v_marked <> '{}' THEN interval '1 ms'
    ELSE interval '5 ms' END) THEN
    PERFORM set_marks(p_classes, v_marked, v_took);
  END IF;
  RETURN v_ids || coalesce(v_more, '{}');
END
$$;

-- Grants in the form of the answer.
CREATE OR REPLACE FUNCTION describe_grants(p_ids bigint[]) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('occurrence', o.id, 'epoch', o.epoch, 'task', t.id,
        'identifier', t.identifier, 'user', t.fleet_user, 'class', hex(o.class), 'mode', t.mode, 'key', o.key,
        'attempt', o.attempt, 'request', t.request)
        || CASE WHEN o.deadline IS NULL THEN '{}'
          ELSE jsonb_build_object('deadlineUSec', to_usec(o.deadline)) END
        ORDER BY u.n), '[]')
    FROM unnest(p_ids) WITH ORDINALITY AS u (id, n)
    CROSS JOIN LATERAL (SELECT * FROM occurrence WHERE occurrence.id = u.id LIMIT 1) AS o
    CROSS JOIN LATERAL (SELECT * FROM task WHERE task.id = o.task LIMIT 1) AS t);
END
$$;

-- What a machine has to stop: what was taken from it, and what was cancelled. Told until the exchange after,
-- or until the report.
CREATE OR REPLACE FUNCTION take_stops(p_machine uuid, p_sequence bigint, p_repeated boolean) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_stops jsonb;
  -- Read first: what is added from now on has its stops read by the next exchange.
  v_seen bigint[] := ARRAY(SELECT id FROM attention WHERE machine = p_machine);
BEGIN
  IF v_seen = '{}' THEN
    RETURN NULL;
  END IF;
  DELETE FROM taken WHERE machine = p_machine AND told <> p_sequence;
  -- The machine may have had the first answer, and this be a copy of the exchange that came late: what is
  -- new in its answer is told once more.
  IF NOT p_repeated THEN
    UPDATE taken SET told = p_sequence WHERE machine = p_machine AND told IS NULL;
  END IF;
  SELECT jsonb_agg(jsonb_build_object('occurrence', s.id, 'epoch', s.epoch, 'code', s.code)
      ORDER BY s.id, s.epoch)
    INTO v_stops
    FROM (SELECT occurrence AS id, epoch, 'notYours' AS code FROM taken WHERE machine = p_machine
      UNION ALL
      SELECT id, epoch, 'cancelled' FROM occurrence WHERE holder = p_machine AND NOT waiting AND cancelled
      LIMIT 1000) AS s;
  DELETE FROM attention WHERE id = ANY (CASE WHEN v_stops IS NULL THEN v_seen
    -- One is enough to look again.
    ELSE v_seen[2:] END);
  RETURN v_stops;
END
$$;

-- The active classes of a machine's groups whose users it allows, with the calendars of nightly tasks that
-- need their next date.
CREATE OR REPLACE FUNCTION describe_classes(p_machine uuid, p_groups int[]) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('class', hex(c.id), 'group', g.name,
        'user', c.fleet_user, 'requirements', c.requirements, 'waiting', (
          SELECT count(*) FROM (SELECT FROM occurrence w WHERE w.class = c.id AND w.waiting
            AND w.target = '00000000-0000-0000-0000-000000000000'
            AND (w.not_before, w.id) >= (coalesce(k.not_before, '-infinity'), coalesce(k.id, 0))
            LIMIT 100) AS a
        ) + (
          SELECT count(*) FROM (SELECT FROM occurrence w WHERE w.class = c.id AND w.waiting
            AND w.target = p_machine LIMIT 100) AS b
        ))
        || coalesce((SELECT jsonb_build_object('calendars', jsonb_agg(t.calendar
              || jsonb_build_object('task', t.id, 'afterUSec', o.after_usec) ORDER BY t.id))
            FROM open_task o JOIN task t ON t.id = o.task
            WHERE o.class = c.id AND o.mode = 'nightly'
              AND NOT EXISTS (SELECT FROM occurrence w WHERE w.task = o.task)
            HAVING count(*) > 0), '{}')
        ORDER BY c.id), '[]')
    -- Users in turns, so that none fills the list; one more than agents look at, for them to say so.
    FROM (SELECT l.*, row_number() OVER (PARTITION BY l.fleet_user ORDER BY l.checked_at, l.id) AS turn
      FROM class l WHERE l.group_id = ANY (p_groups) AND NOT l.quiet
        AND l.fleet_user = ANY (ARRAY(SELECT unnest(m.allows) FROM machine m WHERE m.id = p_machine))
      ORDER BY turn, l.fleet_user LIMIT 1001) AS c
    JOIN fleet_group g ON g.id = c.group_id
    LEFT JOIN claim_mark k ON k.class = c.id AND k.full_at > clock_timestamp());
END
$$;

-- Microseconds until the next occurrence of these classes becomes due for a machine, or null.
CREATE OR REPLACE FUNCTION next_due(p_machine uuid, p_classes uuid[]) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
BEGIN
  RETURN (SELECT to_usec(min(o.not_before)) - to_usec(v_now)
    FROM unnest(p_classes) AS c (id)
    CROSS JOIN (VALUES (p_machine), (uuid '00000000-0000-0000-0000-000000000000')) AS t (id)
    CROSS JOIN LATERAL (
      SELECT w.not_before FROM occurrence w
      WHERE w.class = c.id AND w.target = t.id AND w.waiting AND w.not_before > v_now
        AND isfinite(w.not_before)
      ORDER BY w.not_before LIMIT 1
    ) AS o);
END
$$;

-- The exchange ----------------------------------------------------------------------------------------------

-- Finds or begins the session of an exchange and renews its lease. r_refused: the answer, when it is refused;
-- r_repeated: the exchange was done already, and its answer was lost.
CREATE OR REPLACE FUNCTION enter(
  p_request jsonb, p_machine uuid, p_session uuid, p_sequence bigint, p_settings settings,
  OUT r_session session, OUT r_repeated boolean, OUT r_refused jsonb
)
LANGUAGE plpgsql AS $$
DECLARE
  v_role text := session_user;
  v_token bigint := coalesce((p_request ->> 'token')::bigint, 0);
BEGIN
  r_repeated := false;
  IF p_sequence > 1 THEN
    UPDATE session SET sequence = p_sequence, token = v_token, seen_at = clock_timestamp(), lease_until =
        clock_timestamp() + CASE WHEN check_at IS NULL THEN p_settings.idle_lease ELSE p_settings.lease END
      WHERE machine = p_machine AND session = p_session AND role = v_role AND NOT over
        -- One number is missing when a crash has lost a renewal: settings.lazy_commit.
        AND (sequence = p_sequence - 1
          OR (sequence = p_sequence - 2 AND check_at IS NULL AND p_settings.lazy_commit))
      RETURNING * INTO r_session;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  SELECT * INTO r_session FROM locked_session(p_machine);
  IF r_session.session = p_session AND r_session.role = v_role THEN
    IF r_session.sequence = p_sequence AND r_session.token <> v_token THEN
      r_refused := refusal('sequence', format('Another machine with the same state has made the exchange %s '
        'of this session. If this machine is a copy, give it an identity of its own (/etc/machine-id); then '
        'begin a new session.', p_sequence));
    ELSIF r_session.sequence = p_sequence THEN
      r_repeated := true;
      IF NOT r_session.over THEN
        UPDATE session SET seen_at = clock_timestamp(), lease_until = clock_timestamp()
            + CASE WHEN check_at IS NULL THEN p_settings.idle_lease ELSE p_settings.lease END
          WHERE machine = p_machine RETURNING * INTO r_session;
      END IF;
    ELSIF r_session.over THEN
      r_refused := refusal('notMember', 'This session is over: the machine has left. Begin a new session.');
    ELSE
      r_refused := refusal('sequence', format('The last exchange of this session was %s, and this is %s: '
        '%sanother machine has the same state. If this machine is a copy, give it an identity of its own '
        '(/etc/machine-id); then begin a new session.', r_session.sequence, p_sequence,
        CASE WHEN p_sequence > r_session.sequence THEN 'the database has lost what it had recorded (a '
          'failover without synchronous replication, or an old backup), or ' ELSE '' END));
    END IF;
  ELSIF p_sequence = 1 THEN
    r_refused := begin_session(p_request, p_machine, p_session, p_settings);
    IF r_refused IS NULL THEN
      SELECT * INTO STRICT r_session FROM session WHERE machine = p_machine;
    END IF;
  ELSIF r_session.machine IS NULL OR r_session.over THEN
    r_refused := refusal('notMember', 'This machine has no session: it has left, or was forgotten. Begin a '
      'new session with sequence 1.');
  ELSE
    r_refused := refusal('identity', format('Another machine uses this identity since %s. If this machine is '
      'a copy, give it an identity of its own (/etc/machine-id).',
      to_char(r_session.began_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')));
  END IF;
END
$$;

-- Takes in a list of what a machine says. p_careful: element by element, and without those that somebody's
-- open transaction holds. Returns what becomes of reports, and whether something was left out.
CREATE OR REPLACE FUNCTION take_said(
  p_what text, p_session session, p_list jsonb, p_careful boolean, OUT r_results jsonb, OUT r_left boolean
)
LANGUAGE plpgsql AS $$
DECLARE
  -- Each costs a wait.
  c_most CONSTANT int := 4;
  -- Agents wait 5 s for the answer, and there are other lists.
  c_longest CONSTANT interval := '500 ms';
  v_one jsonb;
  v_ids bigint[];
  v_free bigint[];
  v_list jsonb := p_list;
  v_held int := 0;
  v_waits int := 0;
  v_until timestamptz;
BEGIN
  r_results := '[]';
  IF NOT p_careful THEN
    r_results := take_all(p_what, p_session, p_list);
  ELSE
    IF p_what IN ('begun', 'reports', 'releases') AND (SELECT skip_locked FROM settings) THEN
      v_ids := ARRAY(SELECT id FROM occurrence WHERE id = ANY (listed(p_list)));
      v_free := ARRAY(SELECT id FROM occurrence WHERE id = ANY (v_ids) ORDER BY id FOR UPDATE SKIP LOCKED);
      v_ids := ARRAY(SELECT i FROM unnest(v_ids) AS u (i) WHERE NOT i = ANY (v_free));
      v_held := cardinality(v_ids);
      IF v_held > 0 THEN
        v_list := (SELECT coalesce(jsonb_agg(e ORDER BY n), '[]')
          FROM jsonb_array_elements(p_list) WITH ORDINALITY AS l (e, n)
          WHERE NOT (e ->> 'occurrence')::bigint = ANY (v_ids));
        BEGIN
          r_results := take_all(p_what, p_session, v_list);
          r_left := true;
          RETURN;
        EXCEPTION WHEN lock_not_available THEN
          NULL; -- Something else is held as well, such as a task.
        END;
      END IF;
    END IF;
    v_until := clock_timestamp() + c_longest;
    -- In another order each time, so that none is always behind those that are held.
    FOR v_one IN SELECT jsonb_build_array(e) FROM jsonb_array_elements(v_list) AS l (e) ORDER BY random() LOOP
      IF clock_timestamp() > v_until THEN
        v_waits := c_most;
      END IF;
      EXIT WHEN v_waits >= c_most;
      BEGIN
        r_results := r_results || take_all(p_what, p_session, v_one);
      EXCEPTION WHEN lock_not_available THEN
        v_waits := v_waits + 1;
      END;
    END LOOP;
  END IF;
  r_left := v_held + v_waits > 0;
END
$$;

CREATE OR REPLACE FUNCTION take_all(p_what text, p_session session, p_list jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
  CASE p_what
    WHEN 'begun' THEN
      UPDATE occurrence o SET begun_at = coalesce(begun_at, clock_timestamp()), run_id = b."runId"
        FROM jsonb_to_recordset(p_list) AS b (occurrence bigint, epoch int, "runId" text)
        WHERE o.id = ANY (listed(p_list)) AND o.id = b.occurrence AND o.epoch = b.epoch
          AND o.holder IS NOT DISTINCT FROM p_session.machine AND NOT o.waiting;
    WHEN 'reports' THEN
      RETURN take_reports(p_session.machine, p_list);
    WHEN 'releases' THEN
      PERFORM take_releases(p_session.machine, p_list);
    WHEN 'verdicts' THEN
      PERFORM take_verdicts(p_session.machine, p_session.groups, p_list);
    WHEN 'dates' THEN
      PERFORM take_dates(p_session.machine, p_session.groups, p_list);
  END CASE;
  RETURN '[]';
END
$$;

-- What an exchange does after the lease is renewed. p_careful: see take_said. An answer with "busy" has left
-- something out, and the machine says all again of which the answer says nothing.
CREATE OR REPLACE FUNCTION exchange_rest(
  p_request jsonb, p_session session, p_settings settings, p_repeated boolean, p_careful boolean
) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_machine uuid := p_session.machine;
  v_session session := p_session;
  v_sequence bigint := p_session.sequence;
  v_knows bigint := coalesce((p_request ->> 'knows')::bigint, 0);
  v_refused jsonb;
  v_answer jsonb;
  v_what text;
  v_said record;
  v_busy boolean := false;
  v_more boolean;
  v_list jsonb;
  v_changed bigint;
  v_told bigint;
  v_ids bigint[];
  v_classes uuid[];
  v_most int;
BEGIN
  IF v_sequence > 1 AND p_request ?| '{name,groups,allows,draining}' AND NOT v_session.over THEN
    BEGIN
      v_refused := change_machine(p_request, v_machine);
    EXCEPTION WHEN lock_not_available THEN
      IF NOT p_careful THEN
        RAISE;
      END IF;
      v_busy := true;
    END;
    IF v_refused IS NOT NULL THEN
      RETURN v_refused;
    END IF;
    IF p_request ?| '{groups,allows}' THEN
      SELECT * INTO STRICT v_session FROM session WHERE machine = v_machine;
      v_knows := 0;
    END IF;
  END IF;
  v_answer := CASE WHEN v_session.check_at IS NULL THEN p_settings.idle_said ELSE p_settings.said END
    || jsonb_build_object('nowUSec', to_usec(clock_timestamp()));

  FOREACH v_what IN ARRAY '{begun,reports,releases}'::text[] LOOP
    v_list := take_list(p_request, v_what, '', 1000);
    CONTINUE WHEN v_list = '[]';
    SELECT * INTO v_said FROM take_said(v_what, v_session, v_list, p_careful);
    v_busy := v_busy OR v_said.r_left;
    IF v_what = 'reports' THEN
      v_answer := v_answer || jsonb_build_object('reports', v_said.r_results);
    END IF;
  END LOOP;
  IF v_sequence = 1 AND NOT p_repeated THEN
    PERFORM take_holds(v_machine, take_list(p_request, 'holds', '', 10000));
    SELECT * INTO STRICT v_session FROM session WHERE machine = v_machine;
    IF v_session.check_at IS NOT NULL THEN
      v_answer := v_answer || p_settings.said;
    END IF;
  END IF;
  IF v_session.over OR (p_request ->> 'leaving')::boolean THEN
    IF NOT v_session.over THEN
      v_busy := settle(v_machine, ARRAY(SELECT id FROM occurrence WHERE holder = v_machine AND NOT waiting
        ORDER BY id), 'unknown') <> '{}' OR v_busy;
      IF NOT v_busy THEN
        UPDATE session SET over = true, lease_until = clock_timestamp(), check_at = NULL
          WHERE machine = v_machine;
      END IF;
    END IF;
    RETURN v_answer || jsonb_build_object('changed', v_knows)
      || CASE WHEN v_busy THEN '{"busy": true}'::jsonb ELSE '{}' END;
  END IF;
  FOREACH v_what IN ARRAY '{verdicts,dates}'::text[] LOOP
    v_list := take_list(p_request, v_what, '', 1000);
    CONTINUE WHEN v_list = '[]';
    SELECT * INTO v_said FROM take_said(v_what, v_session, v_list, p_careful);
    v_busy := v_busy OR v_said.r_left;
  END LOOP;

  -- Before the tasks and the classes are read: a change in between is told once more, and not missed.
  v_changed := changes(v_session.groups);
  v_told := v_changed;
  IF v_changed <> v_knows THEN
    BEGIN
      v_more := join_everywhere(v_machine, v_session.groups);
    EXCEPTION WHEN lock_not_available THEN
      IF NOT p_careful THEN
        RAISE;
      END IF;
      v_busy := true;
      v_more := true;
    END;
    IF v_more THEN
      v_told := v_knows; -- It looks again.
    END IF;
  END IF;

  v_list := p_request #> '{claim,classes}';
  v_most := coalesce((p_request #>> '{claim,most}')::int, 1);
  IF v_list <> 'null' AND v_list <> '[]' AND v_most > 0 THEN
    SELECT array_agg(c.id ORDER BY l.n) INTO v_classes
      FROM (SELECT e::uuid AS id, min(n) AS n
        FROM jsonb_array_elements_text(v_list) WITH ORDINALITY AS l (e, n) GROUP BY e) AS l
      JOIN class c ON c.id = l.id AND c.group_id = ANY (v_session.groups)
      JOIN machine m ON m.id = v_machine AND c.fleet_user = ANY (m.allows)
        AND NOT m.draining AND NOT m.drained;
    IF p_repeated THEN
      v_ids := ARRAY(SELECT id FROM occurrence
        WHERE holder = v_machine AND NOT waiting AND granted_sequence = v_sequence ORDER BY id);
    ELSIF v_classes IS NOT NULL THEN
      v_ids := claim(v_machine, v_sequence, v_classes, v_most);
    END IF;
    IF v_ids <> '{}' THEN
      v_answer := v_answer || jsonb_build_object('grants', describe_grants(v_ids));
      IF v_session.check_at IS NULL THEN
        PERFORM begin_holding(v_machine);
        v_answer := v_answer || p_settings.said;
      END IF;
    END IF;
  END IF;
  v_list := take_stops(v_machine, v_sequence, p_repeated);
  IF v_list IS NOT NULL THEN
    v_answer := v_answer || jsonb_build_object('stops', v_list);
  END IF;
  v_answer := v_answer || jsonb_build_object('changed', v_told);
  IF v_changed <> v_knows THEN
    v_list := describe_classes(v_machine, v_session.groups);
    v_answer := v_answer || jsonb_build_object('classes', v_list);
    v_classes := ARRAY(SELECT (e ->> 'class')::uuid FROM jsonb_array_elements(v_list) AS l (e));
  ELSIF coalesce(cardinality(v_ids), 0) >= v_most THEN
    v_classes := NULL;
  END IF;
  IF v_classes <> '{}' THEN
    v_answer := v_answer || jsonb_strip_nulls(jsonb_build_object('due', next_due(v_machine, v_classes)));
  END IF;
  RETURN v_answer || CASE WHEN v_busy THEN '{"busy": true}'::jsonb ELSE '{}' END;
END
$$;

-- An exchange in which there is something to do; exchange_1 does the others. The plans in it are fixed: the
-- statistics of a table that is empty now and then make a planner walk over all that is dead in it. A plan
-- that is unwished and without alternative has so high a cost that jit would compile it at each call.
-- Nobody's open transaction costs a machine its lease: what it holds is left out after a while, and the rest
-- is done.
CREATE OR REPLACE FUNCTION exchange_whole(p_request jsonb) RETURNS jsonb
LANGUAGE plpgsql
SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off SET lock_timeout = '1s'
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_machine uuid;
  v_sequence bigint;
  v_entered record;
  v_settings settings;
BEGIN
  PERFORM check_exchange(p_request);
  v_machine := (p_request ->> 'machine')::uuid;
  v_sequence := (p_request ->> 'sequence')::bigint;
  -- First of all, with nothing locked: whoever waits for the guard has nothing that another waits for.
  IF EXISTS (SELECT FROM housekeeping WHERE is_due(next_at)) THEN
    BEGIN
      PERFORM housekeep(v_machine);
    EXCEPTION WHEN lock_not_available THEN
      NULL; -- The next machine tries again.
    END;
  END IF;
  SELECT * INTO v_settings FROM settings;
  SELECT * INTO v_entered FROM enter(p_request, v_machine, (p_request ->> 'session')::uuid, v_sequence,
    v_settings);
  IF v_entered.r_refused IS NOT NULL THEN
    RETURN v_entered.r_refused;
  END IF;
  BEGIN
    RETURN exchange_rest(p_request, v_entered.r_session, v_settings, v_entered.r_repeated, false);
  EXCEPTION WHEN lock_not_available THEN
    IF v_sequence = 1 THEN
      -- What it holds has to be compared whole.
      RAISE EXCEPTION 'an open transaction holds what this machine has' USING ERRCODE = '40001';
    END IF;
  END;
  BEGIN
    PERFORM set_config('lock_timeout', '50ms', true);
    RETURN exchange_rest(p_request, v_entered.r_session, v_settings, v_entered.r_repeated, true);
  EXCEPTION WHEN lock_not_available THEN
    IF v_entered.r_repeated THEN
      -- It has to be told what it was granted before.
      RAISE EXCEPTION 'an open transaction holds what this machine asks for' USING ERRCODE = '40001';
    END IF;
    RETURN v_settings.said || jsonb_build_object('busy', true, 'nowUSec', to_usec(clock_timestamp()),
      'changed', coalesce((p_request ->> 'knows')::bigint, 0));
  END;
END
$$;

-- One round of a machine. When nothing is said and nothing has changed it is the UPDATE below: it renews the
-- lease, and compares the session, the sequence, the role, the change number and the guard of housekeep at
-- once.
CREATE OR REPLACE FUNCTION exchange_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
DECLARE
  v_machine text := request ->> 'machine';
  v_session text := request ->> 'session';
  v_said jsonb;
  v_lazy boolean;
  v_setting text;
BEGIN
  IF jsonb_typeof(request) = 'object' AND request - '{machine,session,sequence,knows,token}'::text[] = '{}'
    AND length(v_machine) = 32
    AND v_machine || v_session || ' ' || (request ->> 'sequence') || ' ' || (request ->> 'knows')
      || ' ' || coalesce(request ->> 'token', '0')
      ~ '^[0-9a-f]{64} [0-9]{1,15} [0-9]{1,15} [0-9]{1,15}$' THEN
    UPDATE session s
      SET sequence = (request ->> 'sequence')::bigint, token = coalesce((request ->> 'token')::bigint, 0),
        seen_at = clock_timestamp(),
        lease_until = clock_timestamp() + CASE WHEN s.check_at IS NULL THEN c.idle_lease ELSE c.lease END
      FROM settings c
      WHERE s.machine = v_machine::uuid AND s.session = v_session::uuid
        AND (s.sequence = (request ->> 'sequence')::bigint - 1
          OR (s.sequence = (request ->> 'sequence')::bigint - 2 AND s.check_at IS NULL AND c.lazy_commit))
        AND s.role = session_user AND NOT s.over
        AND NOT EXISTS (SELECT FROM attention a WHERE a.machine = s.machine)
        AND changes(s.groups) = (request ->> 'knows')::bigint
        -- As in is_due.
        AND NOT EXISTS (SELECT FROM housekeeping h WHERE h.next_at <= clock_timestamp()
          OR h.next_at > clock_timestamp() + c.housekeep_every + interval '1 min')
      RETURNING CASE WHEN s.check_at IS NULL THEN c.idle_said ELSE c.said END,
        c.lazy_commit AND s.check_at IS NULL INTO v_said, v_lazy;
    IF FOUND THEN
      IF v_lazy THEN
        v_setting := set_config('synchronous_commit', 'off', true);
      END IF;
      RETURN v_said || jsonb_build_object('changed', request -> 'knows');
    END IF;
  END IF;
  RETURN exchange_whole(request);
END
$$;

-- What people ask -------------------------------------------------------------------------------------------

-- Whether the caller is an administrator of the fleet.
CREATE OR REPLACE FUNCTION is_admin() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(session_user, 'bgtask_fleet_admin', 'MEMBER')
$$;

-- The pattern of an identifier, as the daemon has it.
CREATE OR REPLACE FUNCTION identifier_pattern() RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT '^[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*(@[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*)?$'
$$;

-- The task that a request means by "task" (a number) or "identifier", and for administrators "user": the open
-- one, else the last. Others than one's own are for administrators, and for everybody else as if they were
-- not.
CREATE OR REPLACE FUNCTION find_task(p_request jsonb) RETURNS task
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_id bigint := take_int(p_request, 'task', '', 1, 9007199254740991);
  v_identifier text := take_text(p_request, 'identifier', '', 255, identifier_pattern(), 'an identifier');
  v_user text := take_text(p_request, 'user', '', 63, NULL, 'the name of a database role');
  v_task task;
BEGIN
  IF v_user <> session_user::text AND NOT is_admin() THEN
    PERFORM wrong('user', to_jsonb(v_user), 'your own name; others are for members of bgtask_fleet_admin');
  END IF;
  IF v_id IS NOT NULL THEN
    SELECT t.* INTO v_task FROM task t
      WHERE t.id = v_id AND (t.fleet_user = session_user::text OR is_admin());
  ELSE
    PERFORM need(v_identifier, 'identifier', '"identifier" or "task"');
    SELECT t.* INTO v_task FROM task t
      WHERE t.fleet_user = coalesce(v_user, session_user::text) AND t.identifier = v_identifier
      ORDER BY EXISTS (SELECT FROM open_task o WHERE o.task = t.id) DESC, t.id DESC LIMIT 1;
    IF v_task.id IS NULL AND v_user IS NULL AND is_admin() THEN
      IF (SELECT count(*) FROM (SELECT FROM open_task o WHERE o.identifier = v_identifier LIMIT 2) AS a) > 1 THEN
        PERFORM wrong('identifier', to_jsonb(v_identifier),
          'with the name of its user: several users have a task of that name');
      END IF;
      SELECT t.* INTO v_task FROM open_task o JOIN task t ON t.id = o.task
        WHERE o.identifier = v_identifier ORDER BY t.id DESC LIMIT 1;
      IF v_task.id IS NULL THEN
        -- The last that has ended. Tasks have an index of their users' names, and roles are few.
        SELECT t.* INTO v_task FROM pg_roles r CROSS JOIN LATERAL (SELECT * FROM task l
            WHERE l.fleet_user = r.rolname::text AND l.identifier = v_identifier
            ORDER BY l.fleet_user, l.identifier, l.id DESC LIMIT 1) AS t
          ORDER BY t.id DESC LIMIT 1;
      END IF;
    END IF;
  END IF;
  IF v_task.id IS NULL THEN
    PERFORM wrong(CASE WHEN v_id IS NULL THEN 'identifier' ELSE 'task' END,
      coalesce(to_jsonb(v_id), to_jsonb(v_identifier)), 'a task of yours, see bgtaskctl fleet list');
  END IF;
  RETURN v_task;
END
$$;

-- What a task is, and how far it has come.
CREATE OR REPLACE FUNCTION describe_task(p_task task) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_open open_task;
  v_waiting bigint;
  v_granted bigint;
  v_next timestamptz;
  v_refusals int;
BEGIN
  SELECT * INTO v_open FROM open_task WHERE task = p_task.id;
  SELECT count(*) FILTER (WHERE waiting), count(*) FILTER (WHERE NOT waiting),
      min(not_before) FILTER (WHERE waiting), nullif(max(releases) FILTER (WHERE waiting), 0)
    INTO v_waiting, v_granted, v_next, v_refusals FROM occurrence WHERE task = p_task.id;
  RETURN jsonb_strip_nulls(jsonb_build_object('task', p_task.id, 'identifier', p_task.identifier,
    'user', p_task.fleet_user, 'group', (SELECT name FROM fleet_group WHERE id = p_task.group_id),
    'mode', p_task.mode, 'atMost', p_task.at_most, 'attempts', p_task.attempts,
    'requirements', p_task.requirements, 'class', hex(p_task.class), 'calendar', p_task.calendar,
    'state', CASE WHEN v_granted > 0 THEN 'granted'
      WHEN v_open.task IS NULL
        OR (p_task.mode = 'everywhere' AND v_waiting = 0
          AND EXISTS (SELECT FROM history WHERE task = p_task.id)) THEN 'ended'
      ELSE 'waiting' END,
    'waiting', v_waiting, 'granted', v_granted,
    'notBeforeUSec', to_usec(coalesce(v_next, p_task.not_before)), 'refusals', v_refusals,
    'deadlineUSec', to_usec(p_task.deadline), 'nextUSec', v_open.next_usec, 'submittedUSec', to_usec(p_task.submitted_at)));
END
$$;

-- How an occurrence ended.
CREATE OR REPLACE FUNCTION describe_end(p_end history) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('occurrence', p_end.occurrence, 'task', p_end.task,
    'identifier', t.identifier, 'user', t.fleet_user, 'mode', t.mode, 'key', p_end.key, 'epoch', p_end.epoch,
    'attempt', p_end.attempt, 'machine', m.name, 'outcome', p_end.outcome, 'success', p_end.success,
    'exitStatus', p_end.exit_status, 'signal', p_end.signal, 'runId', p_end.run_id,
    'startedUSec', p_end.started_usec, 'endedUSec', p_end.ended_usec, 'message', p_end.message,
    'recordedUSec', to_usec(p_end.recorded_at)))
  FROM (SELECT) AS one
  LEFT JOIN task t ON t.id = p_end.task
  LEFT JOIN machine m ON m.id = p_end.machine
$$;

-- Gives an open task what its file says now: what waits gets it, and what a machine has goes on as it was
-- granted. p_from: the earliest begin that the file says, or null.
CREATE OR REPLACE FUNCTION update_task(p_new task, p_group_name text, p_from timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_old task;
  v_now timestamptz := clock_timestamp();
  v_retimed boolean;
  v_limited boolean;
BEGIN
  SELECT * INTO STRICT v_old FROM task WHERE id = p_new.id;
  v_limited := p_new.at_most IS DISTINCT FROM v_old.at_most;
  PERFORM FROM occurrence WHERE task = p_new.id ORDER BY id FOR UPDATE;
  IF v_limited THEN
    PERFORM FROM slot WHERE task = p_new.id ORDER BY number FOR UPDATE;
  END IF;
  PERFORM check_update(v_old, p_new);
  v_retimed := p_new.calendar IS DISTINCT FROM v_old.calendar OR coalesce(p_from <> v_old.not_before, false);
  UPDATE task SET group_id = p_new.group_id, at_most = p_new.at_most, attempts = p_new.attempts,
      calendar = p_new.calendar, class = p_new.class, requirements = p_new.requirements,
      request = p_new.request, deadline = p_new.deadline,
      not_before = coalesce(p_from, least(not_before, v_now))
    WHERE id = p_new.id
    RETURNING * INTO p_new;
  -- New dates count from now.
  UPDATE open_task SET group_id = p_new.group_id, class = p_new.class,
      after_usec = CASE WHEN mode = 'nightly' AND v_retimed THEN to_usec(greatest(v_now, p_new.not_before))
        ELSE after_usec END,
      next_usec = CASE WHEN v_retimed THEN NULL ELSE next_usec END
    WHERE task = p_new.id;
  IF v_retimed AND p_new.mode = 'nightly' THEN
    DELETE FROM occurrence WHERE task = p_new.id AND waiting AND granted_at IS NULL AND not_before > v_now;
  END IF;
  IF v_limited THEN
    DELETE FROM slot WHERE task = p_new.id;
    -- Machines that are at work have the first places.
    INSERT INTO slot (task, number, occurrence)
      SELECT p_new.id, n, h.id FROM generate_series(1, p_new.at_most) AS s (n)
      LEFT JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM occurrence
        WHERE task = p_new.id AND NOT waiting) AS h USING (n);
  END IF;
  UPDATE occurrence o SET class = p_new.class, deadline = p_new.deadline, attempts = p_new.attempts,
      limited = p_new.at_most IS NOT NULL,
      slot = CASE WHEN v_limited THEN
          (SELECT s.number FROM slot s WHERE s.task = o.task AND s.occurrence = o.id) ELSE slot END,
      not_before = CASE WHEN NOT waiting THEN not_before
        WHEN mode = 'nightly' THEN greatest(not_before, p_from)
        ELSE coalesce(p_from, least(not_before, v_now)) END
    WHERE task = p_new.id;
  IF p_new.mode = 'everywhere' AND p_new.group_id <> v_old.group_id THEN
    PERFORM remove_unended(ARRAY(SELECT o.id FROM occurrence o JOIN machine m ON m.id = o.target
      WHERE o.task = p_new.id AND o.waiting AND NOT (p_new.group_id = ANY (m.groups))));
    SELECT * INTO p_new FROM task WHERE id = p_new.id;
    PERFORM add_everywhere(p_new);
  END IF;
  PERFORM make_class(p_new.group_id, p_group_name, p_new.fleet_user, p_new.requirements);
  PERFORM wake(ARRAY[p_new.class]);
  IF p_new.mode <> 'once' THEN
    PERFORM raise_groups(ARRAY[v_old.group_id, p_new.group_id]);
  END IF;
END
$$;

-- Refuses what an open task cannot become.
CREATE OR REPLACE FUNCTION check_update(p_old task, p_new task) RETURNS void
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_running bigint;
BEGIN
  IF p_new.mode <> p_old.mode THEN
    PERFORM wrong('mode', to_jsonb(p_new.mode), format('%s while task %s is open; cancel it first',
      p_old.mode, p_old.id));
  END IF;
  SELECT count(*) INTO v_running FROM occurrence WHERE task = p_old.id AND NOT waiting;
  IF p_new.at_most < v_running THEN
    PERFORM wrong('atMost', to_jsonb(p_new.at_most), format('%s or more while so many machines are at work',
      v_running));
  END IF;
END
$$;

-- What became of a submission: submitted, replaced (an open task of the identifier was cancelled), updated or
-- kept, and then the state in which it is. p_task is null where a trial has made none.
CREATE OR REPLACE FUNCTION describe_submission(p_identifier text, p_change text, p_task bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN jsonb_strip_nulls(jsonb_build_object('task', p_task, 'identifier', p_identifier, 'change', p_change,
    -- A task of which nothing is left has ended long ago.
    'state', CASE WHEN p_change = 'kept' THEN
      coalesce((SELECT describe_task(t) ->> 'state' FROM task t WHERE t.id = p_task), 'ended') END,
    'occurrences', (SELECT count(*) FROM occurrence WHERE task = p_task)));
END
$$;

-- Submits a task. What follows is decided by the mode: one occurrence, one for each machine of the group, or
-- none until a machine has computed the first date. With "file" it is what a file says of the task: said
-- again it changes nothing, and something else is given to the task that is open (onConflict "update"). With
-- "dryRun" it says what would become of it, and changes nothing.
CREATE OR REPLACE FUNCTION submit_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp SET lock_timeout = '5s'
SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  c_most_declared CONSTANT int := 10000;
  -- All machines hear of all calendars and of all classes.
  c_most_calendars CONSTANT int := 1000;
  v_new task;
  v_group_name text;
  v_from timestamptz;
  v_conflict text;
  v_file text;
  v_digest text;
  v_dry boolean;
  v_declared declared;
  v_open bigint;
  v_change text := 'submitted';
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['identifier', 'group', 'mode', 'atMost', 'calendar',
    'notBeforeUSec', 'deadlineUSec', 'requirements', 'onConflict', 'attempts', 'request', 'file', 'dryRun']);
  v_new.fleet_user := session_user;
  v_new.identifier := need(take_text(request, 'identifier', '', 255, identifier_pattern(),
    'parts of letters, digits, "-" and "_" with single dots between them, or two such names with one "@"'),
    'identifier', 'the name of the task');
  v_group_name := coalesce(take_text(request, 'group', '', 64, '^[A-Za-z0-9_][A-Za-z0-9_.-]*$',
    'letters, digits, "_", "." and "-", the last two not at the beginning, at most 64'), 'all');
  v_new.mode := coalesce(take_text(request, 'mode', '', 16, '^(once|everywhere|nightly)$',
    'once, everywhere, nightly'), 'once');
  v_new.at_most := take_int(request, 'atMost', '', 1, 1000);
  IF v_new.at_most IS NOT NULL AND v_new.mode <> 'everywhere' THEN
    PERFORM wrong('atMost', request -> 'atMost', 'nothing, except with mode everywhere');
  END IF;
  v_new.calendar := nullif(request -> 'calendar', 'null');
  IF v_new.mode = 'nightly' THEN
    PERFORM check_keys(v_new.calendar, 'calendar', ARRAY['expressions', 'zone']);
    IF take_texts(v_new.calendar, 'expressions', 'calendar.', 16, 256, '^[^[:cntrl:]]+$',
      'texts of systemd.time(7), at most 256 characters each') = '{}' THEN
      PERFORM wrong('calendar.expressions', v_new.calendar -> 'expressions', 'at least one expression');
    ELSIF octet_length((v_new.calendar -> 'expressions')::text) > 1024 THEN
      PERFORM wrong('calendar.expressions', to_jsonb(octet_length((v_new.calendar -> 'expressions')::text)
        || ' bytes'), 'at most 1024 bytes together');
    END IF;
    PERFORM take_text(v_new.calendar, 'zone', 'calendar.', 64, '^[A-Za-z0-9_+/-]+$',
      'the name of a time zone');
  ELSIF v_new.calendar IS NOT NULL THEN
    PERFORM wrong('calendar', v_new.calendar, 'nothing, except with mode nightly');
  END IF;
  v_from := from_usec(take_usec(request, 'notBeforeUSec', ''));
  v_new.not_before := coalesce(v_from, clock_timestamp());
  v_new.deadline := from_usec(take_usec(request, 'deadlineUSec', ''));
  IF v_new.deadline IS NOT NULL AND v_new.mode = 'nightly' THEN
    PERFORM wrong('deadlineUSec', request -> 'deadlineUSec', 'nothing with mode nightly');
  END IF;
  v_new.requirements := coalesce(btrim(take_text(request, 'requirements', '', 4096, '^[^[:cntrl:]]*$',
    'an expression of bgtask-when(7) on one line, at most 4096 characters')), '');
  v_file := take_text(request, 'file', '', 4096, '^[^[:cntrl:]]+$', 'a path of at most 4096 characters');
  v_dry := coalesce(take_bool(request, 'dryRun', ''), false);
  v_conflict := coalesce(take_text(request, 'onConflict', '', 8, '^(replace|keep|fail|update)$',
    'replace, keep, fail, update'), 'replace');
  IF (v_conflict = 'update') <> (v_file IS NOT NULL) THEN
    PERFORM wrong('onConflict', request -> 'onConflict', 'update with "file", and only then');
  END IF;
  v_new.attempts := coalesce(take_int(request, 'attempts', '', 1, 100), 3);
  v_new.request := request -> 'request';
  IF jsonb_typeof(v_new.request) IS DISTINCT FROM 'object' THEN
    PERFORM wrong('request', v_new.request, 'a TaskRequest, an object');
  ELSIF octet_length(v_new.request::text) > 65536 THEN
    PERFORM wrong('request', to_jsonb(octet_length(v_new.request::text) || ' bytes'), 'at most 65536 bytes');
  ELSIF jsonb_path_exists(v_new.request, 'strict $.**{16}') THEN
    PERFORM wrong('request', '"16 levels of objects and lists, or more"', 'fewer than 16');
  END IF;
  v_new.class := class_id(v_group_name, v_new.fleet_user, v_new.requirements);

  SELECT * INTO v_declared FROM declared
    WHERE fleet_user = v_new.fleet_user AND identifier = v_new.identifier FOR UPDATE;
  IF v_file IS NOT NULL THEN
    v_digest := encode(sha256(convert_to(
      (request - '{file,onConflict,dryRun}'::text[])::text, 'UTF8')), 'hex');
    IF v_declared.digest = v_digest THEN
      IF v_declared.file <> v_file AND NOT v_dry THEN
        UPDATE declared SET file = v_file
          WHERE fleet_user = v_new.fleet_user AND identifier = v_new.identifier;
      END IF;
      RETURN describe_submission(v_new.identifier, 'kept', v_declared.task);
    ELSIF v_declared.task IS NULL
      AND (SELECT count(*) FROM declared WHERE fleet_user = v_new.fleet_user) >= c_most_declared THEN
      PERFORM wrong('file', to_jsonb(v_file), format('%s tasks from files; bgtaskctl fleet apply '
        '--prune removes those without one', c_most_declared));
    END IF;
  END IF;
  -- A file may go on saying a date that has passed.
  IF v_new.deadline <= greatest(v_new.not_before, clock_timestamp()) THEN
    PERFORM wrong('deadlineUSec', request -> 'deadlineUSec', 'a date after now and after notBeforeUSec');
  END IF;

  IF NOT v_dry THEN
    v_new.group_id := group_number(v_group_name);
  END IF;
  FOR i IN 1 .. 3 LOOP
    SELECT task INTO v_open FROM open_task
      WHERE fleet_user = v_new.fleet_user AND identifier = v_new.identifier FOR UPDATE;
    IF FOUND AND NOT close_everywhere(v_open) THEN
      IF v_conflict = 'keep' THEN
        RETURN describe_submission(v_new.identifier, 'kept', v_open);
      ELSIF v_conflict = 'fail' THEN
        RAISE EXCEPTION USING ERRCODE = '23505',
          MESSAGE = format('identifier: found "%s", which is that of task %s', v_new.identifier, v_open),
          HINT = 'Allowed: an identifier of which no task is open; or onConflict replace or keep.';
      ELSIF v_conflict = 'update' THEN
        v_new.id := v_open;
        v_change := 'updated';
        IF v_dry THEN
          PERFORM check_update(t, v_new) FROM task t WHERE t.id = v_open;
        ELSE
          PERFORM update_task(v_new, v_group_name, v_from);
        END IF;
        EXIT;
      END IF;
      v_change := 'replaced';
      IF NOT v_dry THEN
        PERFORM cancel_task(v_open);
      END IF;
    END IF;
    IF v_new.mode = 'nightly' AND (SELECT count(*) FROM open_task
      WHERE fleet_user = v_new.fleet_user AND mode = 'nightly') >= c_most_calendars THEN
      PERFORM wrong('mode', to_jsonb(v_new.mode), format('at most %s nightly tasks of a user; bgtaskctl '
        'fleet cancel ends one', c_most_calendars));
    END IF;
    IF v_dry THEN
      EXIT;
    END IF;
    INSERT INTO task (fleet_user, identifier, group_id, mode, at_most, attempts, calendar, class,
        requirements, request, not_before, deadline)
      VALUES (v_new.fleet_user, v_new.identifier, v_new.group_id, v_new.mode, v_new.at_most, v_new.attempts,
        v_new.calendar, v_new.class, v_new.requirements, v_new.request, v_new.not_before, v_new.deadline)
      RETURNING id INTO v_new.id;
    INSERT INTO open_task (task, fleet_user, identifier, group_id, class, mode, after_usec)
      VALUES (v_new.id, v_new.fleet_user, v_new.identifier, v_new.group_id, v_new.class, v_new.mode,
        CASE WHEN v_new.mode = 'nightly' THEN to_usec(v_new.not_before) END)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      -- Now that no other task of the name is granted any more.
      v_new.fence := last_fence(v_new);
      UPDATE task SET fence = v_new.fence WHERE id = v_new.id AND fence < v_new.fence;
      EXIT;
    END IF;
    -- Another submission with this identifier was quicker.
    DELETE FROM task WHERE id = v_new.id;
    IF i = 3 THEN
      RAISE EXCEPTION 'the identifier is submitted all the time' USING ERRCODE = '40001';
    END IF;
  END LOOP;
  IF v_dry THEN
    RETURN describe_submission(v_new.identifier, v_change, v_new.id);
  END IF;

  IF v_change = 'updated' THEN
    NULL; -- It has what it needs.
  ELSIF v_new.mode = 'once' THEN
    INSERT INTO occurrence (task, class, not_before, deadline, attempts, mode, key, epoch)
      VALUES (v_new.id, v_new.class, v_new.not_before, v_new.deadline, v_new.attempts, v_new.mode, 'once',
        v_new.fence);
  ELSIF v_new.mode = 'everywhere' THEN
    INSERT INTO slot (task, number) SELECT v_new.id, n FROM generate_series(1, v_new.at_most) AS s (n);
    PERFORM add_everywhere(v_new);
  END IF;
  IF v_file IS NOT NULL THEN
    INSERT INTO declared (fleet_user, identifier, file, digest, task)
      VALUES (v_new.fleet_user, v_new.identifier, v_file, v_digest, v_new.id)
      ON CONFLICT (fleet_user, identifier) DO UPDATE SET file = excluded.file, digest = excluded.digest,
        task = excluded.task;
  ELSE
    -- What is handed in by hand is not the file's any more.
    DELETE FROM declared WHERE fleet_user = v_new.fleet_user AND identifier = v_new.identifier;
  END IF;
  IF v_change <> 'updated' THEN
    -- Last, because others may wait for these rows.
    PERFORM make_class(v_new.group_id, v_group_name, v_new.fleet_user, v_new.requirements);
    IF v_from IS NOT NULL THEN
      UPDATE claim_mark SET full_at = '-infinity'
        WHERE class = v_new.class AND not_before > v_from AND full_at > '-infinity';
    END IF;
    IF v_new.mode <> 'once' THEN
      PERFORM raise_groups(ARRAY[v_new.group_id]);
    END IF;
  END IF;
  RETURN describe_submission(v_new.identifier, v_change, v_new.id);
END
$$;

-- Cancels the tasks that the caller has applied from files and that no file has now: {"identifiers": of the
-- tasks that files have, "files": the names of files whose tasks are not known, "dryRun"}.
CREATE OR REPLACE FUNCTION prune_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  v_identifiers text[];
  v_files text[];
  v_dry boolean;
  v_row declared;
  v_waiting bigint;
  v_granted bigint;
  v_tasks jsonb[] := '{}';
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['identifiers', 'files', 'dryRun']);
  v_identifiers := take_texts(request, 'identifiers', '', 10000, 255, identifier_pattern(), 'identifiers');
  v_files := take_texts(request, 'files', '', 10000, 4096, '^[^[:cntrl:]/]+$', 'names of files');
  v_dry := coalesce(take_bool(request, 'dryRun', ''), false);
  FOR v_row IN SELECT * FROM declared
    WHERE fleet_user = session_user::text AND identifier <> ALL (v_identifiers)
      AND regexp_replace(file, '^.*/', '') <> ALL (v_files)
    ORDER BY identifier FOR UPDATE
  LOOP
    IF NOT v_dry THEN
      PERFORM hold_task(v_row.task);
    END IF;
    SELECT count(*) FILTER (WHERE waiting), count(*) FILTER (WHERE NOT waiting) INTO v_waiting, v_granted
      FROM occurrence WHERE task = v_row.task;
    IF NOT v_dry THEN
      PERFORM cancel_task(v_row.task) FROM open_task WHERE task = v_row.task;
      DELETE FROM declared WHERE fleet_user = v_row.fleet_user AND identifier = v_row.identifier;
    END IF;
    v_tasks := v_tasks || jsonb_build_object('task', v_row.task, 'identifier', v_row.identifier,
      'file', v_row.file, 'cancelled', v_waiting, 'stopping', v_granted);
  END LOOP;
  RETURN jsonb_build_object('tasks', to_jsonb(v_tasks));
END
$$;

-- Cancels a task: {"identifier"} or {"task"}. Granted occurrences are stopped by their machines.
CREATE OR REPLACE FUNCTION cancel_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  v_task task;
  v_waiting bigint;
  v_granted bigint;
  v_state text;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['identifier', 'task', 'user']);
  v_task := find_task(request);
  PERFORM hold_task(v_task.id);
  v_state := describe_task(v_task) ->> 'state';
  SELECT count(*) FILTER (WHERE waiting), count(*) FILTER (WHERE NOT waiting) INTO v_waiting, v_granted
    FROM occurrence WHERE task = v_task.id;
  PERFORM cancel_task(v_task.id);
  RETURN jsonb_build_object('task', v_task.id, 'identifier', v_task.identifier, 'cancelled', v_waiting,
    'stopping', v_granted, 'hadEnded', v_state = 'ended');
END
$$;

-- Tasks, by number: {"state": "open" (default) | "all", "group", "user" (administrators), "after", "most"}.
CREATE OR REPLACE FUNCTION list_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
DECLARE
  v_state text;
  v_group text;
  v_user text;
  v_after bigint;
  v_most int;
  v_tasks jsonb[] := '{}';
  v_task task;
  v_next bigint;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['state', 'group', 'user', 'after', 'most']);
  v_state := coalesce(take_text(request, 'state', '', 8, '^(open|all)$', 'open, all'), 'open');
  v_group := take_text(request, 'group', '', 64, NULL, 'the name of a group');
  v_user := take_text(request, 'user', '', 63, NULL, 'the name of a database role');
  v_after := coalesce(take_int(request, 'after', '', 0, 9007199254740991), 0);
  v_most := coalesce(take_int(request, 'most', '', 1, 1000), 100);
  IF NOT is_admin() THEN
    IF v_user <> session_user::text THEN
      PERFORM wrong('user', to_jsonb(v_user), 'your own name; others are for members of bgtask_fleet_admin');
    END IF;
    v_user := session_user;
  END IF;
  FOR v_task IN SELECT t.* FROM task t
    WHERE t.id > v_after AND (v_user IS NULL OR t.fleet_user = v_user)
      AND (v_group IS NULL OR t.group_id = (SELECT id FROM fleet_group WHERE name = v_group))
      AND (v_state = 'all' OR EXISTS (SELECT FROM open_task o WHERE o.task = t.id)
        OR EXISTS (SELECT FROM occurrence c WHERE c.task = t.id))
    ORDER BY t.id LIMIT v_most + 1
  LOOP
    IF cardinality(v_tasks) = v_most THEN
      EXIT;
    END IF;
    v_tasks := v_tasks || describe_task(v_task);
    v_next := CASE WHEN cardinality(v_tasks) = v_most THEN v_task.id END;
  END LOOP;
  RETURN jsonb_strip_nulls(jsonb_build_object('tasks', to_jsonb(v_tasks), 'next', v_next));
END
$$;

-- One task with its request, its occurrences (up to 1000) and its last ends (up to 20).
CREATE OR REPLACE FUNCTION show_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
DECLARE
  v_task task;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['identifier', 'task', 'user']);
  v_task := find_task(request);
  RETURN jsonb_build_object(
    'task', describe_task(v_task) || jsonb_build_object('request', v_task.request),
    'occurrences', (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('occurrence', o.id,
          'key', o.key, 'state', CASE WHEN o.waiting THEN 'waiting' ELSE 'granted' END,
          'cancelled', nullif(o.cancelled, false), 'epoch', o.epoch, 'attempt', o.attempt,
          'machine', CASE WHEN NOT o.waiting THEN h.name END, 'for', t.name, 'runId', o.run_id,
          'notBeforeUSec', to_usec(o.not_before),
          'grantedUSec', CASE WHEN NOT o.waiting THEN to_usec(o.granted_at) END,
          'begunUSec', to_usec(o.begun_at))) ORDER BY o.id), '[]')
      FROM (SELECT * FROM occurrence WHERE task = v_task.id ORDER BY waiting, id LIMIT 1000) AS o
      LEFT JOIN machine h ON h.id = o.holder
      LEFT JOIN machine t ON t.id = o.target),
    'history', (SELECT coalesce(jsonb_agg(describe_end(h) ORDER BY h.recorded_at DESC, h.occurrence), '[]')
      FROM (SELECT * FROM history WHERE task = v_task.id
        ORDER BY recorded_at DESC, occurrence LIMIT 20) AS h));
END
$$;

-- What the machines of a group say of a class, each counted once. A machine that was not seen is nothing
-- else; then one that does not allow the user; then one that takes no new work.
CREATE OR REPLACE FUNCTION weigh_class(p_class uuid, p_group int, p_user text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  WITH said AS (
    SELECT m.name, s.seen_at,
      CASE WHEN s.machine IS NULL OR s.over THEN 'left'
        WHEN s.lease_until <= clock_timestamp() THEN 'notSeen'
        WHEN NOT (p_user = ANY (m.allows)) THEN 'disallowed'
        WHEN m.draining OR m.drained THEN 'draining'
        ELSE coalesce(v.verdict, 'unsaid') END AS verdict,
      v.code, v.message
    FROM machine m
    LEFT JOIN session s ON s.machine = m.id
    LEFT JOIN verdict v ON v.class = p_class AND v.machine = m.id
    WHERE p_group = ANY (m.groups) AND NOT m.forgotten
  ), counted AS (
    SELECT verdict, CASE WHEN verdict IN ('lacks', 'never') THEN code END AS code, count(*) AS machines,
      min(CASE WHEN verdict IN ('lacks', 'never') THEN message END) AS message,
      to_jsonb((array_agg(name ORDER BY name))[1:3]) AS names,
      to_usec(max(CASE WHEN verdict = 'notSeen' THEN seen_at END)) AS last_seen
    FROM said GROUP BY 1, 2
  )
  SELECT jsonb_build_object('machines', coalesce(sum(machines), 0), 'verdicts',
      coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('verdict', verdict, 'code', code,
        'message', message, 'machines', machines, 'names', names, 'lastSeenUSec', last_seen))
        ORDER BY machines DESC, verdict, code), '[]'))
  FROM counted
$$;

-- The places of a task that runs on at most so many machines at a time; nothing for others.
CREATE OR REPLACE FUNCTION describe_slots(p_task task) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_task.at_most IS NULL THEN '{}'
    ELSE jsonb_build_object('slots', jsonb_build_object('most', p_task.at_most, 'taken',
      (SELECT count(*) FROM slot WHERE task = p_task.id AND occurrence IS NOT NULL))) END
$$;

-- Why a task does not run: what the machines of its group say.
CREATE OR REPLACE FUNCTION explain_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
DECLARE
  v_task task;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['identifier', 'task', 'user']);
  v_task := find_task(request);
  RETURN describe_task(v_task) || weigh_class(v_task.class, v_task.group_id, v_task.fleet_user)
    || describe_slots(v_task) || jsonb_build_object('nowUSec', to_usec(clock_timestamp()));
END
$$;

-- What a machine is, and whether it is there.
CREATE OR REPLACE FUNCTION describe_machine(p_machine machine) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('machine', hex(p_machine.id), 'name', p_machine.name,
    'groups', (SELECT jsonb_agg(g.name ORDER BY g.name) FROM fleet_group g
      WHERE g.id = ANY (p_machine.groups)),
    'allows', to_jsonb(p_machine.allows), 'role', CASE WHEN is_admin() THEN p_machine.role END,
    'state', CASE WHEN s.machine IS NULL OR s.over THEN 'left'
      WHEN s.lease_until <= clock_timestamp() THEN 'notSeen' ELSE 'member' END,
    'draining', p_machine.draining OR p_machine.drained, 'drained', nullif(p_machine.drained, false),
    'granted', (SELECT count(*) FROM occurrence o WHERE o.holder = p_machine.id AND NOT o.waiting),
    'sinceUSec', to_usec(s.began_at),
    'lastSeenUSec', to_usec(s.seen_at)))
  FROM (SELECT) AS one
  LEFT JOIN session s ON s.machine = p_machine.id
$$;

-- The machines of the fleet, by name: {"group", "after" (a name), "most"}.
CREATE OR REPLACE FUNCTION machines_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
DECLARE
  v_group text;
  v_after text;
  v_most int;
  v_machines jsonb;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['group', 'after', 'most']);
  v_group := take_text(request, 'group', '', 64, NULL, 'the name of a group');
  v_after := coalesce(take_text(request, 'after', '', 253, NULL, 'the name of a machine'), '');
  v_most := coalesce(take_int(request, 'most', '', 1, 10000), 1000);
  SELECT coalesce(jsonb_agg(describe_machine(m) ORDER BY m.name), '[]')
    INTO v_machines
    FROM (SELECT * FROM machine WHERE NOT forgotten AND name > v_after
      AND (v_group IS NULL OR (SELECT id FROM fleet_group WHERE name = v_group) = ANY (groups))
      ORDER BY name LIMIT v_most) AS m;
  RETURN jsonb_strip_nulls(jsonb_build_object('machines', v_machines,
    'next', CASE WHEN jsonb_array_length(v_machines) = v_most THEN v_machines -> -1 -> 'name' END));
END
$$;

-- Ends, oldest first: {"identifier" or "task", "user", "after" (a cursor), "most"}. Without a cursor, the
-- last ones. The answer's "next" is the cursor to go on with. Commits may come in another order than their
-- dates: the cursor stays ten seconds behind, so that entries may be repeated and none is left out.
CREATE OR REPLACE FUNCTION history_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
DECLARE
  v_task task;
  v_admin boolean := is_admin();
  v_user text;
  v_after text;
  v_usec bigint;
  v_occurrence bigint;
  v_most int;
  v_by_task boolean;
  v_entries jsonb[] := '{}';
  v_end history;
  v_next text;
  v_settled timestamptz := clock_timestamp() - interval '10 s';
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['identifier', 'task', 'user', 'after', 'most']);
  v_by_task := request ->> 'task' IS NOT NULL;
  IF v_by_task OR request ->> 'identifier' IS NOT NULL THEN
    v_task := find_task(request);
  END IF;
  v_user := take_text(request, 'user', '', 63, NULL, 'the name of a database role');
  IF NOT v_admin THEN
    IF v_user <> session_user::text THEN
      PERFORM wrong('user', to_jsonb(v_user), 'your own name; others are for members of bgtask_fleet_admin');
    END IF;
    v_user := session_user;
  END IF;
  v_most := coalesce(take_int(request, 'most', '', 1, 1000), 100);
  v_after := take_text(request, 'after', '', 34, '^[0-9]{1,18}:[0-9]{1,15}$', '"next" of an answer');
  v_usec := split_part(v_after, ':', 1)::bigint;
  IF v_usec > 253402300799999999 THEN
    PERFORM wrong('after', request -> 'after', '"next" of an answer');
  END IF;
  v_occurrence := split_part(v_after, ':', 2)::bigint;
  v_next := v_after;
  -- The tasks of one identifier are followed through all that had it.
  IF v_after IS NULL THEN
    FOR v_end IN SELECT * FROM (SELECT h.* FROM history h JOIN task t ON t.id = h.task
        WHERE (v_user IS NULL OR t.fleet_user = v_user)
          AND (v_task.id IS NULL OR t.id = v_task.id OR (NOT v_by_task
            AND t.fleet_user = v_task.fleet_user AND t.identifier = v_task.identifier))
        ORDER BY h.recorded_at DESC, h.occurrence DESC LIMIT v_most) AS h
      ORDER BY h.recorded_at, h.occurrence
    LOOP
      v_entries := v_entries || describe_end(v_end);
      IF v_end.recorded_at < v_settled THEN
        v_next := to_usec(v_end.recorded_at) || ':' || v_end.occurrence;
      END IF;
    END LOOP;
    v_next := coalesce(v_next, to_usec(v_settled) || ':0');
  ELSE
    FOR v_end IN SELECT h.* FROM history h JOIN task t ON t.id = h.task
      WHERE (h.recorded_at, h.occurrence) > (from_usec(v_usec), v_occurrence)
        AND (v_user IS NULL OR t.fleet_user = v_user)
        AND (v_task.id IS NULL OR t.id = v_task.id OR (NOT v_by_task
          AND t.fleet_user = v_task.fleet_user AND t.identifier = v_task.identifier))
      ORDER BY h.recorded_at, h.occurrence LIMIT v_most
    LOOP
      v_entries := v_entries || describe_end(v_end);
      IF v_end.recorded_at < v_settled OR cardinality(v_entries) = v_most THEN
        v_next := to_usec(v_end.recorded_at) || ':' || v_end.occurrence;
      END IF;
    END LOOP;
  END IF;
  RETURN jsonb_build_object('entries', to_jsonb(v_entries), 'next', v_next);
END
$$;

-- What has happened, oldest first: {"identifiers", "user" (administrators), "sinceUSec" or "after" (a cursor),
-- "most"}; events of machines are for everybody, and left out where identifiers are named. Without a place to
-- begin, those of the last ten seconds. "next" is the cursor of the next page, absent when there is none.
-- Commits may come in another order than their dates: who comes again begins at "settledUSec", ten seconds
-- before now, and takes each number once; then nothing is left out but what a transaction of more than ten
-- seconds did. "goneUSec": events were removed up to then
-- that come after the place to begin.
CREATE OR REPLACE FUNCTION events_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
DECLARE
  v_identifiers text[];
  v_user text;
  v_cursor text;
  v_after timestamptz;
  v_id bigint;
  v_most int;
  v_keep interval;
  v_ask_after interval;
  v_settled timestamptz := clock_timestamp() - interval '10 s';
  v_events jsonb;
  v_next text;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['identifiers', 'user', 'sinceUSec', 'after', 'most']);
  v_identifiers := take_texts(request, 'identifiers', '', 100, 255, identifier_pattern(), 'identifiers');
  v_user := take_text(request, 'user', '', 63, NULL, 'the name of a database role');
  IF NOT is_admin() THEN
    IF v_user <> session_user::text THEN
      PERFORM wrong('user', to_jsonb(v_user), 'your own name; others are for members of bgtask_fleet_admin');
    END IF;
    v_user := session_user;
  END IF;
  v_most := coalesce(take_int(request, 'most', '', 1, 1000), 1000);
  v_cursor := take_text(request, 'after', '', 37, '^[0-9]{1,18}:[0-9]{1,18}$', 'a cursor of an answer');
  IF split_part(v_cursor, ':', 1)::bigint > 253402300799999999 THEN
    PERFORM wrong('after', request -> 'after', 'a cursor of an answer');
  END IF;
  v_after := coalesce(from_usec(split_part(v_cursor, ':', 1)::bigint),
    from_usec(take_usec(request, 'sinceUSec', '')), v_settled);
  v_id := coalesce(split_part(v_cursor, ':', 2)::bigint, 0);
  SELECT event_keep, ask_after INTO v_keep, v_ask_after FROM settings;
  IF v_keep = '0 s' THEN
    RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = 'This fleet notes no events.',
      HINT = 'An administrator can set event_keep in bgtask_fleet.settings.';
  END IF;
  SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', e.id, 'event', e.event,
        'code', e.code, 'timeUSec', to_usec(e.at), 'task', e.task, 'identifier', e.identifier, 'user', e.fleet_user,
        'mode', e.mode, 'group', g.name, 'occurrence', e.occurrence, 'epoch', e.epoch,
        'attempt', e.attempt, 'machine', m.name, 'outcome', e.outcome, 'success', e.success,
        'exitStatus', e.exit_status, 'signal', e.signal, 'message', e.message)) ORDER BY e.at, e.id), '[]'),
      CASE WHEN count(*) = v_most THEN to_usec(max(e.at)) || ':'
        || (array_agg(e.id ORDER BY e.at DESC, e.id DESC))[1] END
    INTO v_events, v_next
    FROM (SELECT e.*, t.identifier, t.fleet_user, t.mode, t.group_id
      FROM event e LEFT JOIN task t ON t.id = e.task
      WHERE (e.at, e.id) > (v_after, v_id)
        AND CASE WHEN e.task IS NULL THEN v_identifiers = '{}'
          ELSE t.id IS NOT NULL AND (v_user IS NULL OR t.fleet_user = v_user)
            AND (v_identifiers = '{}' OR t.identifier = ANY (v_identifiers)) END
      ORDER BY e.at, e.id LIMIT v_most) AS e
    LEFT JOIN machine m ON m.id = e.machine
    LEFT JOIN fleet_group g ON g.id = e.group_id;
  RETURN jsonb_strip_nulls(jsonb_build_object('events', v_events, 'next', v_next,
    'settledUSec', to_usec(v_settled),
    'askAfterUSec', (extract(epoch FROM v_ask_after) * 1000000)::bigint,
    'goneUSec', (SELECT to_usec(events_gone) FROM housekeeping WHERE events_gone > v_after)));
END
$$;

-- What a person looks at: machines and tasks, what ran where since a date, what waits and why. {"group", "user"
-- (administrators), "sinceUSec" (default: 7 days ago), "tasks" and "machines" (the most of each, at most 1000,
-- default 100)}. What needs attention comes first; the counts are of all. A row is an identifier of a user,
-- whose tasks follow one another. At most 50,000 ends are looked at, the last ones: "sinceUSec" of the answer
-- is where they begin. Machines are weighed for at most 32 classes: what waits beyond them has no verdicts.
CREATE OR REPLACE FUNCTION report_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp SET jit = off AS $$
DECLARE
  c_ends CONSTANT int := 50000;
  c_classes CONSTANT int := 32;
  v_group_name text;
  v_group int;
  v_user text;
  v_since timestamptz;
  v_most_tasks int;
  v_most_machines int;
  v_now timestamptz := clock_timestamp();
  v_answer jsonb;
  v_tasks bigint[];
  v_machines uuid[];
  v_cells jsonb;
  v_rows jsonb[] := '{}';
  v_row jsonb;
  v_task task;
  v_said jsonb := '{}';
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['group', 'user', 'sinceUSec', 'tasks', 'machines']);
  v_group_name := take_text(request, 'group', '', 64, NULL, 'the name of a group');
  v_user := take_text(request, 'user', '', 63, NULL, 'the name of a database role');
  v_since := coalesce(from_usec(take_usec(request, 'sinceUSec', '')), v_now - interval '7 days');
  v_most_tasks := coalesce(take_int(request, 'tasks', '', 1, 1000), 100);
  v_most_machines := coalesce(take_int(request, 'machines', '', 1, 1000), 100);
  IF NOT is_admin() THEN
    IF v_user <> session_user::text THEN
      PERFORM wrong('user', to_jsonb(v_user), 'your own name; others are for members of bgtask_fleet_admin');
    END IF;
    v_user := session_user;
  END IF;
  IF v_group_name IS NOT NULL THEN
    -- A group that is not there has neither machines nor tasks.
    v_group := coalesce((SELECT id FROM fleet_group WHERE name = v_group_name), 0);
  END IF;

  WITH ends AS MATERIALIZED (
    SELECT h.occurrence, h.recorded_at, h.machine, t.id AS task, t.fleet_user, t.identifier,
      NOT h.success AND h.outcome <> 'cancelled' AS failed
    FROM history h JOIN task t ON t.id = h.task
    WHERE h.recorded_at >= v_since AND (v_user IS NULL OR t.fleet_user = v_user)
      AND (v_group IS NULL OR t.group_id = v_group)
    ORDER BY h.recorded_at DESC, h.occurrence DESC LIMIT c_ends
  ), ended AS MATERIALIZED (
    SELECT fleet_user, identifier, machine, max(task) AS task, count(*) AS ends,
      count(*) FILTER (WHERE failed) AS failures,
      (array_agg(occurrence ORDER BY recorded_at DESC, occurrence DESC))[1] AS last,
      (array_agg(failed ORDER BY recorded_at DESC, occurrence DESC))[1] AS last_failed,
      max(recorded_at) AS recorded_at
    FROM ends GROUP BY 1, 2, 3
  ), held AS MATERIALIZED (
    SELECT t.fleet_user, t.identifier, o.holder AS machine, max(t.id) AS task,
      min(coalesce(o.begun_at, o.granted_at)) AS since, bool_or(o.begun_at IS NOT NULL) AS begun
    FROM occurrence o JOIN task t ON t.id = o.task
    WHERE NOT o.waiting AND (v_user IS NULL OR t.fleet_user = v_user)
      AND (v_group IS NULL OR t.group_id = v_group)
    GROUP BY 1, 2, 3
  ), named AS MATERIALIZED (
    SELECT fleet_user, identifier, max(task) AS task, bool_or(last_failed) AS failed, bool_or(held) AS held,
      bool_or(open) AS open, max(recorded_at) AS recorded_at, sum(ends) AS ends, sum(failures) AS failures
    FROM (
      SELECT fleet_user, identifier, task, last_failed, false AS held, false AS open, recorded_at, ends,
        failures FROM ended
      UNION ALL SELECT fleet_user, identifier, task, false, true, false, since, 0, 0 FROM held
      UNION ALL SELECT fleet_user, identifier, task, false, false, true, '-infinity', 0, 0 FROM open_task
        WHERE (v_user IS NULL OR fleet_user = v_user) AND (v_group IS NULL OR group_id = v_group)
    ) AS a GROUP BY 1, 2
  ), rows AS MATERIALIZED (
    SELECT *, row_number() OVER (ORDER BY failed DESC, held DESC, open DESC, recorded_at DESC, fleet_user,
      identifier) AS place
    FROM named ORDER BY place LIMIT v_most_tasks
  ), there AS MATERIALIZED (
    SELECT m.id, m.name, CASE WHEN s.machine IS NULL OR s.over THEN 'left'
        WHEN s.lease_until <= v_now THEN 'notSeen'
        WHEN m.draining OR m.drained THEN 'draining' ELSE 'member' END AS state
    FROM machine m LEFT JOIN session s ON s.machine = m.id
    WHERE NOT m.forgotten AND (v_group IS NULL OR v_group = ANY (m.groups))
  ), used AS (
    SELECT machine, bool_or(last_failed) AS failed, false AS held, max(recorded_at) AS recorded_at FROM ended
      WHERE machine IS NOT NULL GROUP BY 1
    UNION ALL SELECT machine, false, true, max(since) FROM held GROUP BY 1
  ), columns AS MATERIALIZED (
    SELECT t.id, t.name FROM there t LEFT JOIN (
      SELECT machine, bool_or(failed) AS failed, bool_or(held) AS held, max(recorded_at) AS recorded_at
      FROM used GROUP BY 1) AS u ON u.machine = t.id
    ORDER BY coalesce(u.failed, false) DESC, coalesce(u.held, false) DESC, t.state = 'notSeen' DESC,
      u.recorded_at DESC NULLS LAST, t.name
    LIMIT v_most_machines
  ), cells AS (
    SELECT r.place, r.task, e.machine, e.ends, e.failures, e.last, h.since, h.begun
    FROM rows r JOIN ended e ON e.fleet_user = r.fleet_user AND e.identifier = r.identifier
    LEFT JOIN held h ON h.fleet_user = r.fleet_user AND h.identifier = r.identifier AND h.machine = e.machine
    UNION ALL
    SELECT r.place, r.task, h.machine, 0, 0, NULL, h.since, h.begun
    FROM rows r JOIN held h ON h.fleet_user = r.fleet_user AND h.identifier = r.identifier
    WHERE NOT EXISTS (SELECT FROM ended e WHERE e.fleet_user = r.fleet_user AND e.identifier = r.identifier
      AND e.machine = h.machine)
  )
  SELECT jsonb_build_object('nowUSec', to_usec(v_now),
      'sinceUSec', to_usec(CASE WHEN (SELECT count(*) FROM ends) >= c_ends
        THEN (SELECT min(recorded_at) FROM ends) ELSE v_since END),
      'ends', (SELECT count(*) FROM ends), 'failures', (SELECT count(*) FROM ends WHERE failed),
      'taskCount', (SELECT count(*) FROM named), 'heldCount', (SELECT count(*) FROM named WHERE held),
      'openCount', (SELECT count(*) FROM named WHERE open),
      'machineCount', (SELECT count(*) FROM there),
      'memberCount', (SELECT count(*) FROM there WHERE state IN ('member', 'draining')),
      'notSeenCount', (SELECT count(*) FROM there WHERE state = 'notSeen')),
    ARRAY(SELECT task FROM rows ORDER BY place),
    (SELECT jsonb_object_agg(task, jsonb_build_object('ends', ends, 'failures', failures)) FROM rows),
    ARRAY(SELECT id FROM columns ORDER BY name),
    (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('task', c.task, 'machine', m.name,
          'ends', c.ends, 'failures', c.failures,
          'last', CASE WHEN h.occurrence IS NOT NULL THEN describe_end(h) END,
          'heldUSec', to_usec(c.since), 'begun', nullif(c.begun, false))) ORDER BY c.place, m.name), '[]')
      FROM cells c LEFT JOIN columns m ON m.id = c.machine LEFT JOIN history h ON h.occurrence = c.last
      WHERE c.machine IS NULL OR m.id IS NOT NULL)
    INTO v_answer, v_tasks, v_row, v_machines, v_cells;

  FOR v_task IN SELECT t.* FROM unnest(v_tasks) WITH ORDINALITY AS u (id, n) JOIN task t ON t.id = u.id
    ORDER BY u.n
  LOOP
    v_rows := v_rows || (jsonb_build_object('task', describe_task(v_task)) || (v_row -> v_task.id::text)
      || describe_slots(v_task));
    IF (v_rows[cardinality(v_rows)] #>> '{task,waiting}')::bigint > 0 THEN
      IF NOT v_said ? v_task.class::text AND (SELECT count(*) FROM jsonb_object_keys(v_said)) < c_classes THEN
        v_said := v_said || jsonb_build_object(v_task.class::text,
          weigh_class(v_task.class, v_task.group_id, v_task.fleet_user));
      END IF;
      v_rows[cardinality(v_rows)] := v_rows[cardinality(v_rows)]
        || coalesce(v_said -> v_task.class::text, '{}');
    END IF;
  END LOOP;
  RETURN v_answer || jsonb_build_object('tasks', to_jsonb(v_rows), 'cells', v_cells,
    'machines', (SELECT coalesce(jsonb_agg(describe_machine(m) ORDER BY m.name), '[]')
      FROM machine m WHERE m.id = ANY (v_machines)));
END
$$;

-- The machine that a request names, for administrators.
CREATE OR REPLACE FUNCTION find_machine(p_request jsonb) RETURNS machine
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_name text := need(take_text(p_request, 'machine', '', 253, NULL, 'the name of a machine'), 'machine',
    'the name of a machine');
  v_machine machine;
BEGIN
  SELECT * INTO v_machine FROM machine WHERE name = v_name AND NOT forgotten;
  IF NOT FOUND THEN
    SELECT * INTO v_machine FROM machine WHERE hex(id) = v_name AND NOT forgotten;
  END IF;
  IF v_machine.id IS NULL THEN
    PERFORM wrong('machine', to_jsonb(v_name),
      'the name or identity of a machine of the fleet; bgtaskctl fleet machines lists them');
  END IF;
  RETURN v_machine;
END
$$;

-- Lets a machine take no new work, or take it again: {"machine": name, "draining": true | false}.
CREATE OR REPLACE FUNCTION drain_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  v_machine machine;
  v_draining boolean;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['machine', 'draining']);
  v_draining := coalesce(take_bool(request, 'draining', ''), true);
  v_machine := find_machine(request);
  UPDATE machine SET drained = v_draining WHERE id = v_machine.id AND drained <> v_draining;
  RETURN jsonb_build_object('machine', hex(v_machine.id), 'name', v_machine.name, 'draining', v_draining,
    'granted', (SELECT count(*) FROM occurrence WHERE holder = v_machine.id AND NOT waiting));
END
$$;

-- Removes a machine that will not come back: what waits for it ends, and its name is free. {"machine": name}.
CREATE OR REPLACE FUNCTION forget_machine_1(request jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  v_machine machine;
BEGIN
  PERFORM check_keys(request, 'request', ARRAY['machine']);
  v_machine := find_machine(request);
  -- The lease is read after the lock: an exchange that is under way may renew it, and be granted work.
  PERFORM FROM session WHERE machine = v_machine.id FOR UPDATE;
  PERFORM FROM session WHERE machine = v_machine.id AND NOT over AND lease_until > clock_timestamp();
  IF FOUND THEN
    RAISE EXCEPTION USING ERRCODE = '55000',
      MESSAGE = format('machine: found "%s", which is a member now', v_machine.name),
      HINT = 'Allowed: a machine that has left or was not seen for a while. Stop its bgtask-fleet first.';
  END IF;
  PERFORM forget(v_machine.id);
  RETURN jsonb_build_object('machine', hex(v_machine.id), 'name', v_machine.name);
END
$$;

-- The version of the schema, and the oldest version that agents may speak.
CREATE OR REPLACE FUNCTION schema_1() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, bgtask_fleet, pg_temp AS $$
  SELECT jsonb_build_object('version', max(version), 'oldest', greatest(max(version) - 1, 1)) FROM meta
$$;

-- Rights ----------------------------------------------------------------------------------------------------

REVOKE ALL ON ALL TABLES IN SCHEMA bgtask_fleet FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA bgtask_fleet FROM PUBLIC;
GRANT USAGE ON SCHEMA bgtask_fleet TO bgtask_fleet_machine, bgtask_fleet_user, bgtask_fleet_admin;
GRANT EXECUTE ON FUNCTION schema_1() TO bgtask_fleet_machine, bgtask_fleet_user, bgtask_fleet_admin;
GRANT EXECUTE ON FUNCTION exchange_1(jsonb) TO bgtask_fleet_machine;
GRANT EXECUTE ON FUNCTION prune_1(jsonb) TO bgtask_fleet_user, bgtask_fleet_admin;
GRANT EXECUTE ON FUNCTION submit_1(jsonb), cancel_1(jsonb), list_1(jsonb), show_1(jsonb), explain_1(jsonb),
  machines_1(jsonb), history_1(jsonb), report_1(jsonb), events_1(jsonb)
  TO bgtask_fleet_user, bgtask_fleet_admin;
GRANT EXECUTE ON FUNCTION drain_1(jsonb), forget_machine_1(jsonb) TO bgtask_fleet_admin;

COMMIT;
