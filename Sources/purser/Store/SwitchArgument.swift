import ArgumentParser

/// `on` or `off` on the command line.
enum SwitchArgument: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
