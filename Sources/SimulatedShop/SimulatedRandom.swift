/// Chance that is the same every time: SplitMix64 (Steele, Lea, Flood 2014).
package struct SimulatedRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Whether something happens that does in so many of a thousand cases.
    package mutating func happens(_ thousandths: Int) -> Bool {
        Int.random(in: 0..<1_000, using: &self) < thousandths
    }

    /// A whole number.
    package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// One of several, each by its weight.
    mutating func pick<Element>(_ elements: [Element], by weight: (Element) -> Int) -> Element? {
        var rest = Int.random(in: 0..<max(1, elements.reduce(0) { $0 + weight($1) }), using: &self)
        for element in elements {
            rest -= weight(element)
            if rest < 0 { return element }
        }
        return elements.last
    }

    /// One of several; there must be one.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
