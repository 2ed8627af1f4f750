import WaylandIdle

WaylandIdleProgram.run()
