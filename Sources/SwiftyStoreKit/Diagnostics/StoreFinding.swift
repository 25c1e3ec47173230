/// Something that a diagnosis found: the cause, and what to do next.
public struct StoreFinding: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable, Comparable {
        /// All is well.
        case fine
        /// It may be the cause.
        case suspicion
        /// It is a cause.
        case cause

        /// What is worse comes last.
        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .fine: 0
            case .suspicion: 1
            case .cause: 2
            }
        }
    }

    /// A stable name, for example `unknown-identifiers`.
    public let id: String
    /// How bad it is.
    public let severity: Severity
    /// What was found.
    public let cause: String
    /// What to do.
    public let nextStep: String
    /// The products that it is about; empty if it is about all.
    public let productIDs: [String]

    init(_ id: String, _ severity: Severity, cause: String, nextStep: String, productIDs: [String] = []) {
        (self.id, self.severity, self.cause) = (id, severity, cause)
        (self.nextStep, self.productIDs) = (nextStep, productIDs)
    }

    /// Both sentences, as a person reads them.
    public var description: String {
        let products = productIDs.isEmpty ? "" : "\n  products: \(productIDs.joined(separator: ", "))"
        return "\(severity.rawValue): \(cause)\(products)\n  next: \(nextStep)"
    }
}
