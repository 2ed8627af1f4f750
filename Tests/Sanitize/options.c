// The sanitizers' options and suppressions. They are linked into the programs and not handed on in ASAN_OPTIONS, because what
// tasks and containers start has an environment, and sometimes files, of its own.

static const char address_suppressions[] = {
#embed "address.supp"
    , 0};

static const char thread_suppressions[] = {
#embed "thread.supp"
    , 0};

// Leaks are not looked for: Swift's metadata and lazily made globals are never freed.
const char *__asan_default_options(void) { return "detect_leaks=0"; }
const char *__asan_default_suppressions(void) { return address_suppressions; }

const char *__tsan_default_options(void) { return "exitcode=66:history_size=4"; }
const char *__tsan_default_suppressions(void) { return thread_suppressions; }
