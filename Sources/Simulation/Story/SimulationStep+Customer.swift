extension SimulationStep {
    /// To whom it happens; nil for what happens to nobody in particular.
    var customer: Int? {
        switch self {
        case .launch(let customer), .quit(let customer), .buy(let customer, _), .refresh(let customer),
            .restore(let customer), .renewal(let customer, _), .plan(let customer, _), .card(let customer, _),
            .refund(let customer, _), .refundReversed(let customer, _):
            customer
        case .pass, .weather, .disk, .crash, .settle: nil
        }
    }

    /// The same, happening to another customer.
    func of(_ customer: Int) -> Self {
        switch self {
        case .launch: .launch(customer: customer)
        case .quit: .quit(customer: customer)
        case .buy(_, let product): .buy(customer: customer, product: product)
        case .refresh: .refresh(customer: customer)
        case .restore: .restore(customer: customer)
        case .renewal(_, let isOn): .renewal(customer: customer, isOn: isOn)
        case .plan(_, let product): .plan(customer: customer, product: product)
        case .card(_, let isGood): .card(customer: customer, isGood: isGood)
        case .refund(_, let choice): .refund(customer: customer, choice: choice)
        case .refundReversed(_, let choice): .refundReversed(customer: customer, choice: choice)
        case .pass, .weather, .disk, .crash, .settle: self
        }
    }
}
