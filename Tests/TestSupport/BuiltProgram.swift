public import Foundation

/// The programs of this package, as they were built with the tests.
public enum BuiltProgram {
    /// Where a program is: beside the test bundle, which is this process or one of its arguments.
    ///
    /// - Parameter name: The name of the product, for example `purser`.
    public static func url(_ name: String) -> URL {
        let neighbours = [Bundle.main.executableURL] + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
        let found = neighbours.lazy.compactMap { $0?.deletingLastPathComponent().appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return found ?? URL(fileURLWithPath: ".build/debug/\(name)")
    }
}
