import Entitlements
import Foundation

extension ChainBooking {
    /// Sales on their day, refunds on theirs, both by the rate of the purchase.
    mutating func bookMoney() {
        let years = PaidService(periods)
        // Most renewals cost what the one before did, and decimals are dear to multiply and to round.
        var former: (money: Decimal, rate: Decimal, gross: Amount)?
        for (index, row) in chain.rows.enumerated() where !row.isTrial {
            let day = Day(row.start)
            let segment = segment(of: row)
            guard let money = row.fact.money, let currency = row.fact.currency else {
                add(.priceMissing, day, segment)
                continue
            }
            guard let rate = rules.rates.rate(of: currency, on: day),
                let gross = former.flatMap({ $0.money == money && $0.rate == rate ? $0.gross : nil })
                    ?? Amount(rounding: money * rate)
            else {
                add(.rateMissing, day, segment)
                continue
            }
            former = (money, rate, gross)
            let net = rules.proceeds?.row(storefront: row.fact.storefront, on: day).flatMap {
                Amount(rounding: $0.proceeds(money * rate, isAfterYear: years.isAfterYear(index)))
            }
            if rules.proceeds != nil, net == nil { add(.proceedsMissing, day, segment) }
            book(row, day, segment, gross, net)
        }
    }

    private mutating func book(_ row: ChainRow, _ day: Day, _ segment: Segment, _ gross: Amount, _ net: Amount?) {
        add(.sold, day, segment, amount: gross)
        if let net { add(.proceeds, day, segment, cohort: day.rawValue, count: 0, amount: net) }
        for refund in row.refunds where refund.percentage > 0 {
            bookRefund(refund, Day(refund.date), of: day, segment, gross, net, sign: -1)
            guard let reversed = refund.reversedDate else { continue }
            bookRefund(refund, Day(reversed), of: day, segment, gross, net, sign: 1)
        }
    }

    private mutating func bookRefund(
        _ refund: Refund,
        _ day: Day,
        of purchase: Day,
        _ segment: Segment,
        _ gross: Amount,
        _ net: Amount?,
        sign: Int64
    ) {
        let part = { (amount: Amount) in sign < 0 ? -amount.part(refund.percentage) : amount.part(refund.percentage) }
        add(.refunded, day, segment, cohort: purchase.rawValue, count: -sign, amount: part(gross))
        guard let net else { return }
        add(.proceeds, day, segment, cohort: purchase.rawValue, count: 0, amount: part(net))
    }
}

extension Amount {
    /// So many thousandths of a percent of it.
    func part(_ percentage: Int) -> Amount {
        guard percentage != Refund.whole else { return self }
        return Amount(rounding: decimal * Decimal(percentage) / Decimal(Refund.whole)) ?? self
    }
}
