"""The false clocks of one machine: the file that clock.c reads."""

import mmap
import os
import struct
import subprocess
import time

REAL = (time.CLOCK_REALTIME, time.CLOCK_MONOTONIC, time.CLOCK_BOOTTIME)
FORM = "q3q3qd"


def library(directory):
    """Builds the library for LD_PRELOAD."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
    built = os.path.join(directory, "clock.so")
    subprocess.run(["cc", "-O1", "-Wall", "-shared", "-fPIC", "-o", built, source], check=True)
    return built


class Clocks:
    """Clocks that show the real time until they are changed."""

    def __init__(self, path):
        self.path = path
        with open(path, "wb+") as file:
            file.truncate(struct.calcsize(FORM))
            self.memory = mmap.mmap(file.fileno(), 0)
        self.generation, self.rate = 0, 1.0
        self.begin = [time.clock_gettime_ns(clock) for clock in REAL]
        self.shown = list(self.begin)
        self.write()

    def write(self):
        for odd in (1, 2):
            struct.pack_into(FORM, self.memory, 0, self.generation + odd, *self.begin, *self.shown, self.rate)
        self.generation += 2

    def change(self, rate=1.0, step=0):
        """Goes on at another rate, and has the wall clock make a step of so many seconds."""
        moments = [time.clock_gettime_ns(clock) for clock in REAL]
        self.shown = [shown + int((now - begin) * self.rate)
                      for now, begin, shown in zip(moments, self.begin, self.shown)]
        self.shown[0] += int(step * 1e9)
        self.begin, self.rate = moments, rate
        self.write()
