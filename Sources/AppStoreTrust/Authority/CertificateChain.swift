import Foundation

/// Root, intermediate and leaf of our own authority, each with its private key.
struct CertificateChain: Sendable {
    let root: CertifiedKey
    let intermediate: CertifiedKey
    let leaf: CertifiedKey

    /// The certificates as messages carry them: leaf, intermediate, root.
    var encoded: [[UInt8]] { [leaf.encoded, intermediate.encoded, root.encoded] }

    /// Reads six PEM blocks: key and certificate of root, intermediate and leaf.
    init(_ blocks: ArraySlice<PEMBlock>, kind: SigningKey.Kind) throws(TrustError) {
        let blocks = Array(blocks)
        guard blocks.count == 6 else {
            throw TrustError(.authority, "a chain has 6 PEM blocks, found \(blocks.count)")
        }
        root = try CertifiedKey(key: blocks[0], certificate: blocks[1], kind: kind)
        intermediate = try CertifiedKey(key: blocks[2], certificate: blocks[3], kind: kind)
        leaf = try CertifiedKey(key: blocks[4], certificate: blocks[5], kind: kind)
    }

    init(root: CertifiedKey, intermediate: CertifiedKey, leaf: CertifiedKey) {
        (self.root, self.intermediate, self.leaf) = (root, intermediate, leaf)
    }

    var pem: String { root.pem + intermediate.pem + leaf.pem }
}

extension CertificateProfile {
    /// A new key whose certificate signs itself.
    func makeRoot(_ kind: SigningKey.Kind) throws(TrustError) -> CertifiedKey {
        try issue(.root, for: SigningKey.make(kind), signedBy: nil)
    }

    /// New keys below a root.
    func makeChain(_ kind: SigningKey.Kind, below root: CertifiedKey) throws(TrustError) -> CertificateChain {
        let intermediate = try issue(.intermediate, for: SigningKey.make(kind), signedBy: root)
        let leaf = try issue(.leaf, for: SigningKey.make(kind), signedBy: intermediate)
        return CertificateChain(root: root, intermediate: intermediate, leaf: leaf)
    }
}
