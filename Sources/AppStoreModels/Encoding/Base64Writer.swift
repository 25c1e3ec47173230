/// Writes Base64url without padding, as JWS has it, straight to where it shall stand.
enum Base64Writer {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// How many characters stand for so many octets.
    static func length(of octets: Int) -> Int { (octets * 4 + 2) / 3 }

    /// Writes what stands for `octets` to memory that holds ``length(of:)`` characters.
    static func write(_ octets: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>) {
        alphabet.withUnsafeBufferPointer { alphabet in
            var (read, written) = (0, 0)
            while octets.count &- read >= 3 {
                let (first, second, third) = (octets[read], octets[read &+ 1], octets[read &+ 2])
                output[written] = alphabet[Int(first &>> 2)]
                output[written &+ 1] = alphabet[Int((first &<< 4 | second &>> 4) & 0x3F)]
                output[written &+ 2] = alphabet[Int((second &<< 2 | third &>> 6) & 0x3F)]
                output[written &+ 3] = alphabet[Int(third & 0x3F)]
                read &+= 3
                written &+= 4
            }
            guard read < octets.count else { return }
            let (first, second) = (octets[read], read &+ 1 < octets.count ? octets[read &+ 1] : 0)
            output[written] = alphabet[Int(first &>> 2)]
            output[written &+ 1] = alphabet[Int((first &<< 4 | second &>> 4) & 0x3F)]
            if read &+ 1 < octets.count { output[written &+ 2] = alphabet[Int(second &<< 2 & 0x3F)] }
        }
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
