extension StoreApp {
    /// The App Store's own number of this version of the app: nine digits, which identifier and version decide.
    ///
    /// The real App Store counts versions of all apps; all that is known of its numbers is that they are positive, and
    /// that receipts have 0 outside of production.
    var versionNumber: Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // The octet between them is in no text: 1 and 23 are no 12 and 3.
        for octet in Array(bundleID.utf8) + [0xFF] + Array(version.utf8) {
            hash = (hash ^ UInt64(octet)) &* 0x0000_0100_0000_01B3
        }
        return 800_000_000 + Int64(IdentifierSequence.mix(hash) % 100_000_000)
    }
}
