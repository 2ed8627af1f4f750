// Filled by its room's first commit.
