import AppStoreModels
import Foundation
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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

    init(allowsPrivate: Bool, resolve: @escaping Resolver = Self.system) {
        self.allowsPrivate = allowsPrivate
        self.resolve = resolve
    }

    /// The address that a request to `url` may go to.
    ///
    /// - Returns: An address in numbers; nil for whatever the name stands for when it is sent.
    /// - Throws: ``Refusal``.
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
            found = try await resolve(host)
        } catch {
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

    /// The system's own look-up; it blocks, so it has a thread of its own.
    static let system: Resolver = { host in
        try await NIOThreadPool.singleton.runIfActive {
            var hints = addrinfo()
            #if canImport(Glibc)
                hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            #else
                hints.ai_socktype = SOCK_STREAM
            #endif
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, nil, &hints, &list) == 0 else {
                throw Refusal(description: "\(host) cannot be looked up")
            }
            defer { freeaddrinfo(list) }
            var found: [String] = []
            var next = list
            while let entry = next?.pointee {
                var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                let length = socklen_t(name.count)
                if getnameinfo(entry.ai_addr, entry.ai_addrlen, &name, length, nil, 0, NI_NUMERICHOST) == 0 {
                    found.append(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
                }
                next = entry.ai_next
            }
            return found
        }
    }
}
