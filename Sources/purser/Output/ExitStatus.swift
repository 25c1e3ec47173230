import ArgumentParser

/// What the tool's exit codes mean.
enum ExitStatus {
    /// The input was understood and a check failed.
    static let invalid = ExitCode(1)
    /// The input could not be used at all.
    static let unusable = ExitCode(2)
}
