/// All figures there are.
public enum FigureCatalogue {
    /// The figures in the order in which a console shows them.
    public static let all: [any PurchaseFigure.Type] = [
        ActiveSubscriptions.self, ActiveTrials.self, MonthlyRecurringRevenue.self, AnnualRecurringRevenue.self,
        Revenue.self, NewAndLost.self, RecurringRevenueMovement.self, ActiveByProduct.self, TrialConversion.self,
        SubscriptionChurn.self, RevenueChurn.self, RefundRate.self, RenewalRate.self, CohortRetention.self,
        LifetimeValue.self, LifetimeValuePerPayer.self, ConversionToPaying.self, RevenueByStorefront.self,
        RevenueByPurchaseDate.self, BillingRecovery.self, PriceIncreaseConsent.self,
    ]

    /// The figure of that name; nil if there is none.
    public static func figure(_ id: String) -> (any PurchaseFigure.Type)? {
        all.first { $0.id == id }
    }
}
