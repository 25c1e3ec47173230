extension StoreEvent {
    /// Whether a device has to hear of it that is signed in to the account.
    package func concernsDevice(of account: String) -> Bool {
        accountID == account || fault != nil || concernsAllDevices
    }

    /// Whether devices have to hear of it whatever account they are signed in to: transactions are gone.
    package var concernsAllDevices: Bool { name == .stateRestored || name == .deleted }
}
