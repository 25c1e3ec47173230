extension PurchaseFacts {
    /// One fact for each transaction and each chain: what holds after all that was stated about it.
    ///
    /// Two sets say the same if these are equal but for the dates on which it was stated.
    package var holding: PurchaseFacts {
        let newest = NewestFacts(self)
        return PurchaseFacts(purchases: newest.purchases, renewals: newest.renewals.values)
    }
}
