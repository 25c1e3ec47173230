public import Foundation

/// Whether the authorities are asked, by OCSP (RFC 6960), if they have withdrawn a certificate of a chain.
///
/// A verified answer that a certificate is withdrawn always counts. What happens without an answer is the difference
/// between the modes:
///
/// | | no answer, a broken or untrustworthy one, or "unknown" |
/// |---|---|
/// | ``Mode-swift.enum/off`` | nobody is asked |
/// | ``Mode-swift.enum/soft`` | accepted: protects unless somebody keeps the answer away |
/// | ``Mode-swift.enum/hard`` | refused: verification stops when the responder does |
public struct RevocationPolicy: Sendable, Hashable {
    /// What a missing answer means.
    public enum Mode: Sendable, Hashable {
        /// Do not ask.
        case off
        /// Accept without an answer.
        case soft
        /// Refuse without an answer.
        case hard
    }

    /// What a missing answer means.
    public var mode: Mode
    /// The responder to ask; nil for the one each certificate names.
    public var responder: URL?
    /// How long, in seconds, one answer may take.
    public var timeout: TimeInterval = 10
    /// By how many seconds the clocks of responder and caller may differ.
    public var clockSkew: TimeInterval = 300
    /// How long, in seconds, an answer counts that does not say when the next one comes.
    public var maximumAge: TimeInterval = 86_400
    /// For how many seconds a responder that failed is not asked again about the same certificate.
    public var retryInterval: TimeInterval = 60
    /// A longer answer is refused, in bytes. Genuine ones have less than 4 KB.
    public var maximumLength = 65_536

    /// A policy with this mode.
    public init(_ mode: Mode, responder: URL? = nil) { (self.mode, self.responder) = (mode, responder) }

    /// Nobody is asked. This is what the synchronous verifiers do.
    public static let off = RevocationPolicy(.off)
}
