import Fleet

FleetProgram.main()
