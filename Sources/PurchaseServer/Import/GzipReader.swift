import CZlib
package import Foundation

/// Unpacks a file of gzip, a portion at a time: whatever it grows to, it takes the same memory.
///
/// Several packed one behind the other are one text, as `gunzip` has it.
final class GzipReader {
    private var source: ByteSource
    /// Of its own, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isReady: Bool
    private var input: [UInt8] = []
    private var position = 0
    /// Whether a packed text has begun and not ended.
    private var isInside = false

    private static let portion = 65_536
    /// The longest history that there is, in a file of gzip.
    private static let windowBits: Int32 = 15 + 16

    /// - Parameter source: The packed octets.
    init(_ source: ByteSource) {
        self.source = source
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        isReady = inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, size) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Whether a file that begins so is packed.
    static func isPacked(_ head: some Sequence<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B]) }

    /// The next portion of what was packed; nil at the end.
    ///
    /// - Throws: ``ImportError``, code `unreadable`.
    func next() throws(ImportError) -> Data? {
        guard isReady else { throw ImportError(.unreadable, "there is no memory to unpack the file") }
        while true {
            if position == input.count {
                (input, position) = (try source.next() ?? [], 0)
                guard !input.isEmpty else {
                    guard !isInside else { throw Self.damaged("it ends too early") }
                    return nil
                }
            }
            isInside = true
            let (output, status) = unpack()
            switch status {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END:
                isInside = false
                inflateReset(stream)
            default: throw Self.damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib says \(status)")
            }
            if !output.isEmpty { return output }
        }
    }

    private func unpack() -> (output: Data, status: Int32) {
        var output = [UInt8](repeating: 0, count: Self.portion)
        let (status, read, written) = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                let left = input.count - position
                stream.pointee.next_in = input.baseAddress.map { $0 + position }
                stream.pointee.avail_in = UInt32(left)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                let status = inflate(stream, Z_NO_FLUSH)
                // Neither is anybody's behind this.
                (stream.pointee.next_in, stream.pointee.next_out) = (nil, nil)
                return (status, left - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out))
            }
        }
        position += read
        return (Data(output.prefix(written)), status)
    }

    private static func damaged(_ what: String) -> ImportError {
        ImportError(.unreadable, "the file is packed with gzip and damaged: \(what); fetch it again")
    }
}

extension ByteSource {
    /// What an open file holds from here on, unpacked if it is packed with gzip.
    package init(unpacking file: FileHandle) {
        self.init(unpacking: ByteSource(file))
    }

    /// - Parameter source: The octets, packed or not.
    init(unpacking source: ByteSource) {
        var source = source
        var gzip: GzipReader?
        var isBegun = false
        self.init {
            if !isBegun {
                isBegun = true
                // A source may give one octet at a time.
                var head: [UInt8] = []
                while head.count < 2, let more = try source.next() { head += more }
                guard GzipReader.isPacked(head) else { return Data(head) }
                var rest = source
                var pending: [UInt8]? = head
                gzip = GzipReader(
                    ByteSource {
                        defer { pending = nil }
                        return try pending.map { Data($0) } ?? rest.next().map { Data($0) }
                    }
                )
            }
            return gzip == nil ? try source.next().map { Data($0) } : try gzip?.next()
        }
    }
}
