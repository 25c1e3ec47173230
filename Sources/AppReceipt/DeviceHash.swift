import Crypto

/// The hash that binds a receipt to a device: attribute 5.
///
/// SHA-1 over device identifier, opaque value (attribute 4) and the whole value of attribute 2, header included. It is
/// SHA-1 in all receipts, also in those signed with SHA-256.
enum DeviceHash {
    static func compute(
        device: some Sequence<UInt8>,
        opaqueValue: some Sequence<UInt8>,
        bundleIDValue: some Sequence<UInt8>
    ) -> [UInt8] {
        var hash = Insecure.SHA1()
        hash.update(data: Array(device))
        hash.update(data: Array(opaqueValue))
        hash.update(data: Array(bundleIDValue))
        return Array(hash.finalize())
    }
}
