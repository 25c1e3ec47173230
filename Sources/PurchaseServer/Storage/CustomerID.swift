public import Foundation

/// The developer's own identifier of a customer, opaque to the server.
///
/// One to 256 bytes without control characters. A UUID is kept in lower case, so that an `appAccountToken` finds its
/// customer however the app writes it.
public struct CustomerID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier.
    public let value: String

    /// - Returns: nil if the text is empty, too long, or holds control characters.
    public init?(_ text: String) {
        guard (1...256).contains(text.utf8.count) else { return nil }
        // Most names are plain; to ask for the category of each letter takes longer than to look a customer up.
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard isPlain || !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return nil
        }
        value = text.utf8.count != 36 || UUID(uuidString: text) == nil ? text : text.lowercased()
    }

    /// The customer whose identifier is this token.
    public init(appAccountToken: UUID) { value = appAccountToken.uuidString.lowercased() }

    /// - Parameter text: What is known to be an identifier.
    init(trusted text: String) { value = text }

    public var description: String { value }
}
