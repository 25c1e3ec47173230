import Foundation

/// Proxies that are believed for whom they ask.
struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    /// The most addresses that are looked at; a longer list was made up.
    private static let most = 32

    /// What is no range is nobody's.
    init(_ ranges: [String]) { self.ranges = ranges.compactMap(AddressRange.init) }

    /// Who asks.
    ///
    /// Each proxy writes behind the list who asked it, so the list is read from its end, as long as those who wrote can be
    /// believed. Whatever stands before is what somebody says of themselves.
    ///
    /// - Parameters:
    ///   - peer: Who is connected.
    ///   - forwardedFor: The fields `X-Forwarded-For`, in order.
    func client(of peer: String?, forwardedFor fields: [String]) -> String? {
        guard let peer, isTrusted(peer) else { return peer }
        let chain = fields.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
        var last = peer
        for address in chain.suffix(Self.most).reversed() {
            // What is no address tells nothing of whom it stands for.
            guard AddressRange(address) != nil, !address.contains("/") else { return last }
            last = address
            guard isTrusted(address) else { return address }
        }
        return last
    }

    private func isTrusted(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }
}
