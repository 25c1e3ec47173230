import ArgumentParser
import Foundation

/// The app's shared secret, which notifications of version 1 show.
struct SharedSecretOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file that holds the app's shared secret, for version 1.", valueName: "file"))
    var sharedSecretFile: String?

    /// The secret, from its file or from the variable PURSER_SHARED_SECRET; nil if there is none.
    func text() throws(InputError) -> String? {
        guard let sharedSecretFile else { return ProcessInfo.processInfo.environment["PURSER_SHARED_SECRET"] }
        do {
            let text = try String(contentsOfFile: sharedSecretFile, encoding: .utf8)
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw InputError(reason: "\(sharedSecretFile) cannot be read")
        }
    }
}
