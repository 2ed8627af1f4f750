#include "CTexts.h"

static const char text[] = {
#embed "../Varlink/Service/org.varlink.service.varlink"
    , 0};

const char *org_varlink_service_varlink(void) { return text; }
