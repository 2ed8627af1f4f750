// The command line of this process, which Swift looks for behind the environment's variables: it is lost there
// when a library has changed the environment before the program began (swiftlang/swift#76080).
#ifndef CLINUX_ARGUMENTS_H
#define CLINUX_ARGUMENTS_H

/// The number of arguments, with the program's name.
int clinux_argument_count(void);

/// An argument, 0 for the program's name; NULL where there is none. It stays as long as the process lives.
const char *clinux_argument(int index);

#endif
