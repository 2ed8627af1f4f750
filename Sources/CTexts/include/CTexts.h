// Texts that are built into programs as their files have them: the descriptions of interfaces and the schema
// of a fleet's database. The compiler of C takes a file over as it is; as an array in Swift the schema took
// half a minute. Each text has a source file of its own, so that a program contains only those that it uses.
#ifndef CTEXTS_H
#define CTEXTS_H

/// `Sources/Varlink/Service/org.varlink.service.varlink`
const char *_Nonnull org_varlink_service_varlink(void);

/// `Sources/SchedulerAPI/io.bgtaskd.Scheduler.varlink`
const char *_Nonnull io_bgtaskd_Scheduler_varlink(void);

/// `Sources/FleetDatabase/Schema/schema-1.sql`
const char *_Nonnull schema_1_sql(void);

#endif
