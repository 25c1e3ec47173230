import Foundation

/// Everything at once: a store, a purchase server that is killed again and again, and all that can go wrong between them.
extension Scenario {
    static let stories: [Scenario] = [
        Scenario(
            "story.server",
            "a purchase server killed at random moments while the store loses, delays, repeats and refuses",
            .kill,
            isShort: true,
            deadline: .seconds(200)
        ) { stage in
            let store = Launch.store(try stage.storeFolder(), ["--rate", "manual"])
            return try await Server.run(store, on: stage) { server in
                let receiver = StoryReceiver(seed: stage.seed)
                return try await Peer.run(.answers(receiver.answer)) { peer, url in
                    let story = try Story(stage, StoryStore(server), receiver: receiver, peer: peer, address: url)
                    let evidence = try await story.play()
                    try await server.stop()
                    return evidence
                }
            }
        }
    ]
}
