#include <libpq-fe.h>

/// The SQLSTATE of a failed command (PG_DIAG_SQLSTATE, which Swift does not see: it is a character).
static inline const char *cpostgres_sqlstate(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The message of a failed command, without position and context.
static inline const char *cpostgres_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

/// The advice of a failed command: what is allowed, or what to do.
static inline const char *cpostgres_hint(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_HINT);
}
