/// The octets of a date on their way into a string.
struct DateOctets {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// - Parameter buffer: Must outlive this, and be long enough.
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    mutating func put(_ octet: UInt8) {
        buffer[count] = octet
        count &+= 1
    }

    /// The last digits of a number that is not negative, with leading zeros, and what follows them.
    mutating func put(_ number: Int64, _ digits: Int, then separator: UInt8? = nil) {
        var rest = number
        for position in stride(from: count &+ digits &- 1, through: count, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            buffer[position] = UInt8(truncatingIfNeeded: digit) &+ UInt8(ascii: "0")
            rest = quotient
        }
        count &+= digits
        if let separator { put(separator) }
    }
}
