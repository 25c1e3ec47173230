/// What an account may do.
public struct AccountRules: Sendable, Hashable {
    /// Whether purchases are allowed at all.
    public var canMakePayments: Bool
    /// Whether a parent must approve each purchase.
    public var requiresApproval: Bool
    /// Whether renewals cannot be charged.
    public var renewalChargesFail: Bool

    /// Rules; by default everything is allowed and works.
    public init(canMakePayments: Bool = true, requiresApproval: Bool = false, renewalChargesFail: Bool = false) {
        self.canMakePayments = canMakePayments
        self.requiresApproval = requiresApproval
        self.renewalChargesFail = renewalChargesFail
    }
}
