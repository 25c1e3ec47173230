/// A network interface of a Mac.
struct NetworkInterface: Sendable, Hashable {
    /// `en0`, `en1` and so on.
    let name: String
    /// Whether it is part of the Mac, not an adapter.
    let isBuiltIn: Bool
    /// The MAC address.
    let address: [UInt8]
}

extension DeviceIdentifier {
    /// The addresses a Mac's receipts may be bound to, the likeliest first.
    ///
    /// Apple's own sample takes built-in `en0`, else built-in `en1`, else any `en0`. That fails on Macs whose `en0` is an
    /// adapter, or missing after a repair, so all other addresses follow: built-in ones, then adapters, in the order of
    /// their numbers. Addresses that cannot be a receipt's are left out.
    static func candidates(among interfaces: [NetworkInterface]) -> [DeviceIdentifier] {
        let sorted = interfaces.sorted { (rank($0), $0.name.count, $0.name) < (rank($1), $1.name.count, $1.name) }
        var candidates: [DeviceIdentifier] = []
        for interface in sorted where interface.address.count == 6 {
            guard let candidate = try? DeviceIdentifier(bytes: interface.address), !candidates.contains(candidate)
            else {
                continue
            }
            candidates.append(candidate)
        }
        return candidates
    }

    private static func rank(_ interface: NetworkInterface) -> Int {
        switch (interface.name, interface.isBuiltIn) {
        case ("en0", true): 0
        case ("en1", true): 1
        case ("en0", false): 2
        case (_, true): 3
        default: 4
        }
    }
}
