import ArgumentParser

/// A port of the command line.
enum PortArgument {
    /// - Throws: `ValidationError` if ports have no such number.
    static func check(_ port: Int, _ option: String) throws {
        guard !(0...65_535).contains(port) else { return }
        throw ValidationError("\(option): \(port) is no port; choose 1 to 65535, or 0 for any free one")
    }
}
