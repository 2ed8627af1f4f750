#include "CTexts.h"

static const char text[] = {
#embed "../SchedulerAPI/io.bgtaskd.Scheduler.varlink"
    , 0};

const char *io_bgtaskd_Scheduler_varlink(void) { return text; }
