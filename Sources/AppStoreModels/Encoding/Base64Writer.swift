/// Writes Base64url without padding, as JWS has it, straight to where it shall stand.
enum Base64Writer {
    /// How many characters stand for so many octets.
    static func length(of octets: Int) -> Int { (octets * 4 + 2) / 3 }

    /// Writes what stands for `octets` to memory that holds ``length(of:)`` characters.
    static func write(_ octets: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>) {
        guard let base = output.baseAddress else { return }
        let memory = UnsafeMutableRawPointer(base)
        let raw = UnsafeRawBufferPointer(octets)
        var (read, written) = (0, 0)
        pairs.withUnsafeBufferPointer { pairs in
            // Four are looked at for the three that are written.
            while octets.count &- read >= 4 {
                let group = UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: read, as: UInt32.self))
                let (first, second) = (pairs[Int(group &>> 20)], pairs[Int(group &>> 8 & 0xFFF)])
                memory.storeBytes(of: first, toByteOffset: written, as: UInt16.self)
                memory.storeBytes(of: second, toByteOffset: written &+ 2, as: UInt16.self)
                read &+= 3
                written &+= 4
            }
        }
        let rest = (0..<3).reduce(0) { $0 << 8 | (read + $1 < octets.count ? Int(octets[read + $1]) : 0) }
        for shift in stride(from: 18, through: 0, by: -6) where written < length(of: octets.count) {
            output[written] = alphabet[rest >> shift & 0x3F]
            written += 1
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The two characters that stand for each number of twelve bits, as they lie in memory.
    private static let pairs = alphabet.flatMap { first in
        alphabet.map { UInt16(bigEndian: UInt16(first) << 8 | UInt16($0)) }
    }
}

extension Base64 {
    /// Unpadded and URL-safe, as JWS wants it.
    package static func urlSafe(_ bytes: some Sequence<UInt8>) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ urlSafeText($0) }) { return text }
        return Array(bytes).withUnsafeBufferPointer { urlSafeText($0) }
    }

    /// The same, behind what a buffer holds already.
    package static func appendURLSafe(_ bytes: some Sequence<UInt8>, to buffer: inout [UInt8]) {
        let found: Void? = bytes.withContiguousStorageIfAvailable { append($0, to: &buffer) }
        if found == nil { Array(bytes).withUnsafeBufferPointer { append($0, to: &buffer) } }
    }

    private static func urlSafeText(_ octets: UnsafeBufferPointer<UInt8>) -> String {
        let length = Base64Writer.length(of: octets.count)
        return String(unsafeUninitializedCapacity: length) { output in
            Base64Writer.write(octets, to: output)
            return length
        }
    }

    private static func append(_ octets: UnsafeBufferPointer<UInt8>, to buffer: inout [UInt8]) {
        let length = Base64Writer.length(of: octets.count)
        // Copied as a whole: appending zeros one by one is most of the work where nothing is optimized.
        buffer += [UInt8](unsafeUninitializedCapacity: length) { output, count in
            Base64Writer.write(octets, to: output)
            count = length
        }
    }
}
