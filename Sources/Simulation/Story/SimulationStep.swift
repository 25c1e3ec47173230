/// One thing that happens in a story. What does not fit, as a refund before any purchase, changes nothing, so that any
/// step can be left out of a story and the rest is still one.
package enum SimulationStep: Codable, Sendable, Hashable {
    /// Time goes by, for everybody.
    case pass(hours: Int)
    /// A customer opens the app.
    case launch(customer: Int)
    /// The app is killed, in the middle of whatever it does.
    case quit(customer: Int)
    /// A customer buys something in the app, which is opened for it.
    case buy(customer: Int, product: String)
    /// The app asks the purchase server what the customer may use.
    case refresh(customer: Int)
    /// The customer has the app bring purchases back.
    case restore(customer: Int)
    /// The customer switches the renewal of the subscription, in the system's settings.
    case renewal(customer: Int, isOn: Bool)
    /// The next period of the subscription is to be one of another product.
    case plan(customer: Int, product: String)
    /// The customer's card is refused from now on, or is good again.
    case card(customer: Int, isGood: Bool)
    /// One of the customer's purchases is refunded; which of those that are left.
    case refund(customer: Int, choice: Int)
    /// One of the refunds is taken back; which of those that there are.
    case refundReversed(customer: Int, choice: Int)
    /// For some hours requests fare badly on a lane of the network.
    case weather(lane: NetworkLane, weather: NetworkWeather, hours: Int)
    /// For some hours the disk of the purchase server fails, after so many more writes have gone well.
    case disk(fault: DiskFault, writes: Int, hours: Int)
    /// The machine of the purchase server loses power, and is back after some hours.
    case crash(hours: Int)
    /// Nothing goes wrong any more, everybody opens the app, and ten days go by; then everything must be in order.
    case settle
}
