/// How often what is done, in relation to each other.
package struct LoadMix: Sendable, Hashable {
    /// By kind; what is not there is not done.
    package let weights: [LoadKind: Int]
    private let total: Int

    /// Nine look-ups for every ten requests, as apps ask at each start; uploads and notifications share the rest.
    package static let usual = Self(checked: [.upload: 1, .lookUp: 18, .notification: 1])

    /// - Returns: nil if nothing is done, or something less than never.
    package init?(_ weights: [LoadKind: Int]) {
        guard weights.values.allSatisfy({ (0...1_000_000).contains($0) }), weights.values.contains(where: { $0 > 0 })
        else {
            return nil
        }
        self.init(checked: weights)
    }

    /// Reads `upload=1,look-up=18,notification=1`.
    ///
    /// - Returns: nil if the text says something else, or nothing is done.
    package init?(_ text: String) {
        var weights: [LoadKind: Int] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", omittingEmptySubsequences: false)
            guard words.count == 2, let kind = LoadKind(rawValue: String(words[0])), weights[kind] == nil,
                let weight = Int(words[1])
            else { return nil }
            weights[kind] = weight
        }
        self.init(weights)
    }

    private init(checked weights: [LoadKind: Int]) {
        self.weights = weights.filter { $0.value > 0 }
        total = weights.values.reduce(0, +)
    }

    /// The share of a kind, from 0 to 1.
    package func share(of kind: LoadKind) -> Double { Double(weights[kind] ?? 0) / Double(total) }

    /// The kind that a number stands for.
    ///
    /// - Parameter number: Any; numbers that are spread evenly give each kind its share.
    func kind(for number: UInt64) -> LoadKind {
        var rest = Int(number % UInt64(total))
        for kind in LoadKind.allCases {
            rest -= weights[kind] ?? 0
            if rest < 0 { return kind }
        }
        return .lookUp
    }
}
