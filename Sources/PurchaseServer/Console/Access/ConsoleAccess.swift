public import Foundation

/// Who may log in to the console, and for how long; see <doc:Console>.
///
/// Secrets print as dots and are compared in constant time.
///
/// ```swift
/// configuration.console = ConsoleAccess(adminSecret: secret, readerSecret: nil)
/// ```
public struct ConsoleAccess: Sendable, Hashable {
    /// For how many seconds a session lasts, whatever is done in it; 12 hours unless set.
    public var sessionLifetime: TimeInterval = 12 * 3_600

    private let admin: APIKey
    private let reader: APIKey?
    private let shortest: Int
    private let areSame: Bool

    /// The fewest bytes that a secret may have: nobody guesses 16 that were drawn, whatever the limit of attempts.
    package static let minimumLength = 16
    /// The most bytes that are compared.
    static let maximumLength = 1_024

    /// Who knows one of the secrets may log in.
    ///
    /// - Parameters:
    ///   - adminSecret: Opens everything.
    ///   - readerSecret: Shows everything and changes nothing; nil for nobody.
    public init(adminSecret: String, readerSecret: String? = nil) {
        admin = APIKey(adminSecret)
        reader = readerSecret.map { APIKey($0) }
        shortest = min(adminSecret.utf8.count, readerSecret?.utf8.count ?? .max)
        areSame = adminSecret == readerSecret
    }

    /// What is wrong; nil if it can work.
    var mistake: String? {
        guard shortest >= Self.minimumLength else {
            return "a secret of the console has at least \(Self.minimumLength) bytes; draw one: openssl rand -base64 24"
        }
        guard !areSame else { return "the two secrets of the console are the same; give readers another one" }
        guard (60...30 * 86_400).contains(sessionLifetime) else {
            return "a session of the console lasts 60 seconds to 30 days"
        }
        return nil
    }

    /// Who knows this secret; nil for nobody. Both are compared, so that the time tells nothing.
    func role(of secret: String) -> ConsoleRole? {
        guard secret.utf8.count <= Self.maximumLength else { return nil }
        let (isAdmin, isReader) = (admin.matches(secret), reader?.matches(secret) ?? false)
        return isAdmin ? .admin : isReader ? .reader : nil
    }
}
