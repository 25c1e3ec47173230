/// Something that happens to a customer. What does not fit, such as a refund before any purchase, changes nothing.
enum CustomerStep: String, CaseIterable {
    case buySeeds, buyGreenhouse, buySeason, buyPosy, buyBouquet
    case redeemCode, restore
    case wait, waitLong
    case stopRenewal, resumeRenewal, extend
    case refund, takeRefundBack
    case loseCard, payAgain, changeGracePeriod
    case joinFamily, leaveFamily
    case loseNotifications, poll
}
