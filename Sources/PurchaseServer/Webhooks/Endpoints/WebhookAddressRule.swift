import AppStoreModels
import Foundation
import OutgoingHTTP

/// Which addresses events may be sent to.
///
/// Whoever may name an endpoint could otherwise have the server ask what only it can reach. A name is looked up once, each
/// address that it stands for is judged, and the request goes to the one that was judged, so that a name which means
/// something else a moment later gains nothing.
struct WebhookAddressRule: Sendable {
    /// Finds the addresses of a name.
    typealias Resolver = @Sendable (_ host: String) async throws -> [String]

    /// Why nothing is sent to an address.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether this machine and its neighbours may be named.
    let allowsPrivate: Bool
    let resolve: Resolver
    /// Measures how long a name is looked up.
    private let clock: any Clock<Duration>

    init(
        allowsPrivate: Bool,
        clock: any Clock<Duration> = ContinuousClock(),
        resolve: @escaping Resolver = Self.system
    ) {
        self.allowsPrivate = allowsPrivate
        self.clock = clock
        self.resolve = resolve
    }

    /// The address that a request to `url` may go to.
    ///
    /// - Returns: An address in numbers; nil for whatever the name stands for when it is sent.
    /// - Throws: ``Refusal``, also of a name that is not found within the time that a receiver has; `CancellationError`.
    func destination(of text: String) async throws -> String? {
        let address: HTTPAddress
        do {
            address = try HTTPAddress(text)
        } catch {
            throw Refusal(description: "\(error)")
        }
        guard !allowsPrivate else { return nil }
        guard address.url.scheme?.lowercased() == "https" else {
            throw Refusal(description: "events go to https addresses only, unless private addresses are allowed")
        }
        let host = (address.url.host ?? "").trimmingCharacters(in: ["[", "]"])
        let found: [String]
        do {
            found = try await withDeadline(.seconds(WebhookSender.timeout), clock: clock) { [resolve] in
                try await resolve(host)
            }
        } catch is DeadlinePassed {
            let seconds = Int(WebhookSender.timeout)
            throw Refusal(description: "the name of \(address.origin) was not found within \(seconds) seconds")
        } catch {
            // Whoever stops asking has found out nothing about the name.
            try Task.checkCancellation()
            throw Refusal(description: "the name of \(address.origin) cannot be looked up")
        }
        guard let first = found.first, !found.contains(where: PrivateAddress.contains) else {
            throw Refusal(
                description:
                    "\(address.origin) is this machine, a neighbour of it, or nowhere; allow private addresses "
                    + "if that is meant"
            )
        }
        return first
    }

    /// The system's own look-up.
    static let system: Resolver = { host in try await HostLookUp.system.addresses(of: host) }
}
