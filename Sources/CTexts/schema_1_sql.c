#include "CTexts.h"

static const char text[] = {
#embed "../FleetDatabase/Schema/schema-1.sql"
    , 0};

const char *schema_1_sql(void) { return text; }
