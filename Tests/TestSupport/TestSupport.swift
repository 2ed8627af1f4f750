// Fixtures that several test targets share.
