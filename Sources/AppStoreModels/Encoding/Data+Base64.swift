package import Foundation

extension Data {
    /// The bytes behind a Base64 text; nil for a text that is none.
    ///
    /// - Parameters:
    ///   - text: Of one spelling, unless options say otherwise.
    ///   - options: The standard alphabet, padded, on one line, if nothing else is said.
    package init?(base64 text: some StringProtocol, _ options: Base64.Options = [.standard, .padded]) {
        let decoded = text.utf8.withContiguousStorageIfAvailable { try? Base64.decode($0, options) }
        guard let bytes = decoded ?? (try? Base64.decode(Array(text.utf8), options)) else { return nil }
        self.init(bytes)
    }
}
