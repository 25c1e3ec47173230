/// A call that runs and may be cancelled.
public protocol InAppRequest: AnyObject {
    /// Does nothing while the request runs, and nothing after it has ended: the call that returned it has started it.
    func start()

    /// Ends the call; its completion is called, once, and says so.
    func cancel()
}
