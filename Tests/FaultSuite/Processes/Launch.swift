import Foundation
import TestSupport

/// How a server under test is started.
struct Launch: Sendable {
    /// What stands after `purser`.
    var arguments: [String]
    /// Shell commands that set limits before the server takes the shell's place, for example `ulimit -n 128`.
    var prelude = ""
    /// Variables besides those of this process.
    var environment: [String: String] = [:]
    /// Program and arguments in front of the shell, for example `unshare`.
    var wrapper: [String] = []

    /// The command; the process has the number of the server itself unless a wrapper stays in between.
    func command(_ purser: URL) -> Command {
        let shell = ["/bin/sh", "-c", "\(prelude.isEmpty ? ":" : prelude)\nexec \"$@\"", "sh", purser.path] + arguments
        let whole = wrapper + shell
        // A crash is told by its first line; drawing up where it came from takes longer than some deadlines.
        let variables = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { own, _ in own }
        return Command(URL(fileURLWithPath: whole[0]), Array(whole.dropFirst()), environment: variables)
    }
}

extension Launch {
    /// `purser store serve` in a folder, on a clock that stands unless told otherwise.
    static func store(_ folder: URL, _ more: [String] = []) -> Launch {
        Launch(
            arguments: [
                "store", "serve", "--catalogue", Template.catalogue.path, "--data", folder.path, "--port", "0",
                "--bundle-id", Template.bundleID, "--environment", "production", "--app-apple-id", "1234567890",
                "--json",
            ] + more
        )
    }

    /// `purser serve` with a database in a folder, verifying at a store or at something that plays one.
    ///
    /// - Parameter patience: How many seconds an upload waits for the store; long, so that a slow machine changes nothing.
    static func purchases(
        _ folder: URL,
        store: String,
        _ template: Template,
        patience: Double = 30,
        _ more: [String] = []
    ) -> Launch {
        Launch(
            arguments: [
                "serve", "--data", folder.path, "--bundle-id", Template.bundleID, "--port", "0", "--store-url", store,
                "--without-keys", "--upload-patience", "\(patience)",
                // Clocks are what some scenarios are about.
                "--clock", "machine",
                "--root", template.store.appendingPathComponent("receipt-root.pem").path,
                "--root", template.store.appendingPathComponent("jws-root.pem").path,
                // All customers send the receipt of the template.
                "--ownership", "share",
            ] + more
        )
    }
}
