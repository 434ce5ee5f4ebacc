#if canImport(CGStreamer)
    import Foundation

    /// What a player decodes: the track that is shown, and the one that is to take over from it.
    ///
    /// A lower tier of the same rendition only leaves frames out. A higher one, or another rendition, needs a second
    /// set of decoders, which takes over on the tick for which it has the frame, so that nothing is repeated and
    /// nothing is missing.
    struct Decoding {
        /// A decoder pair and its grant.
        struct Track {
            var decoders: DecoderPair
            var grant: DecodeGrant
            /// Whether it is closed as soon as it has a picture: for a tile that has none and may hold no decoder.
            var isVisit = false
            /// The position it was sent to.
            var aim: MemberTimeline.Position
            /// A visit's ticket among the visits of all players.
            var ticket: VisitQueue.Ticket?
            /// Whether a picture of this track was requested and available.
            var hasShown = false
        }

        typealias Maker = (DecodeGrant, DecodeTerms, MemberTimeline, MemberTimeline.Position) -> DecoderPair

        /// What follows from a change; carried out without the player's lock.
        struct Order {
            var present: [DecoderPair] = []
            var started: DecoderPair?
            /// The ticket that `started` has to wait for.
            var ticket: VisitQueue.Ticket?
            var aim: (MemberTimeline, MemberTimeline.Position)?
            var changed: [(DecoderPair, DecodeTerms)] = []
            var ended: [DecoderPair] = []
            var settled: DecodeGrant?
        }

        private(set) var current: Track?
        private(set) var next: Track?
        /// The picture of the last visit, and the position it was for.
        private var kept: (picture: Picture, time: Duration, position: MemberTimeline.Position)?
        /// The latest grant. Without a budget everything is granted.
        private(set) var grant = DecodeGrant(.full)
        var terms = DecodeTerms()
        /// The grant in effect: the one settled last.
        private(set) var acting: DecodeGrant?
        /// The timeline that a new track starts on; `nil` before the first preparation and after `close()`.
        private var timeline: MemberTimeline?
        /// The position that was prepared for and is not followed yet. The line may be one that moves already: the start
        /// waits for other members, and until then this position is due next, whatever the time.
        private var prepared: MemberTimeline.Position?

        var present: [DecoderPair] { [current, next].compactMap { $0?.decoders } }

        /// The decoders of all tracks, with the terms of each.
        var decoders: [(DecoderPair, DecodeTerms)] {
            [current, next].compactMap { track in
                track.map { ($0.decoders, $0.isVisit ? visiting : terms.decoding($0.grant.tier.frames ?? .key)) }
            }
        }

        /// The terms of a visit, which is for one picture, the exact one.
        private var visiting: DecodeTerms {
            var terms = terms.decoding(.key)
            terms.isCompared = true
            return terms
        }

        /// Prepares for a position: with the tracks there are, or else with one begun now.
        mutating func prepare(
            _ timeline: MemberTimeline, at position: MemberTimeline.Position, make: Maker?
        ) -> Order {
            self.timeline = timeline
            prepared = position
            var order = Order(present: present)
            next?.aim = position
            guard order.present.isEmpty, let make else { return order }
            let track = begin(grant, timeline, position, make)
            (order.started, order.ticket) = (track.decoders, track.ticket)
            if track.isVisit { next = track } else { current = track }
            // From here on a missing frame is late.
            if !track.isVisit { order.settled = act(by: grant) }
            return order
        }

        /// Takes over the line that is shown from now on.
        mutating func follow(_ timeline: MemberTimeline) {
            self.timeline = timeline
            prepared = nil
        }

        /// Takes another grant.
        mutating func take(_ grant: DecodeGrant, now: HostTime, make: Maker?) -> Order {
            self.grant = grant
            guard let frames = grant.tier.frames else { return letGo() }
            var order = Order()
            // A track on its way to another grant is not wanted any more. A visit may have this very grant, from before
            // its player lost it, but it ends with one picture.
            if let next, next.grant != grant || next.isVisit {
                order.ended.append(next.decoders)
                self.next = nil
            }
            if let current, current.grant.rendition == grant.rendition,
                Self.canLeaveOut(from: current.grant.tier, to: grant.tier)
            {
                self.current?.grant = grant
                order.changed.append((current.decoders, terms.decoding(frames)))
                order.settled = act(by: grant)
                return order
            }
            guard next == nil, let timeline, let make else { return order }
            let position = prepared ?? timeline.position(at: now)
            next = begin(grant, timeline, position, make)
            order.started = next?.decoders
            order.aim = (timeline, position)
            return order
        }

        /// Notes that a picture of this track was shown.
        mutating func noteShown(_ track: Track) {
            if current?.decoders === track.decoders { current?.hasShown = true }
        }

        /// Ends a visit: keeps its picture and releases its decoders. `nil`: not yet, because it was sent elsewhere
        /// meanwhile or has no picture.
        mutating func visited(_ track: Track, _ answer: FrameAnswer<Picture>) -> Order? {
            guard let next, next.isVisit, next.decoders === track.decoders, next.aim == track.aim,
                case .exact(let picture, let time) = answer
            else { return nil }
            kept = (picture, time, track.aim)
            self.next = nil
            return Order(ended: [next.decoders], settled: grant.tier.decodes ? nil : act(by: grant))
        }

        /// The picture of a visit, exact for the position that the visit was for.
        func keptPicture(at position: MemberTimeline.Position) -> FrameAnswer<Picture> {
            guard let kept else { return .still }
            return kept.position == position
                ? .exact(kept.picture, time: kept.time) : .reduced(kept.picture, time: kept.time)
        }

        /// Begins a visit for the picture of a paused line, if no decoder is held; `nil`: the picture is there, or a
        /// track decodes.
        mutating func visit(
            _ timeline: MemberTimeline, at position: MemberTimeline.Position, make: Maker?
        ) -> Order? {
            guard present.isEmpty, !grant.tier.decodes, acting != nil, kept?.position != position, let make else {
                return nil
            }
            let track = begin(grant, timeline, position, make)
            next = track
            return Order(started: track.decoders, ticket: track.ticket)
        }

        /// Switches to the next track, which has a frame to show.
        mutating func arrived(
            _ track: Track, _ answer: FrameAnswer<Picture>, at position: MemberTimeline.Position
        ) -> Order {
            guard let next, next.decoders === track.decoders else { return Order() }
            var order = Order(ended: current.map { [$0.decoders] } ?? [])
            current = next
            current?.hasShown = true
            self.next = nil
            kept = nil
            if next.isVisit {
                if case .exact(let picture, let time) = answer { kept = (picture, time, position) }
                order.ended.append(next.decoders)
                current = nil
                order.settled = grant.tier.decodes ? nil : act(by: grant)
            } else {
                order.settled = act(by: next.grant)
            }
            return order
        }

        /// Closes all tracks; what was shown stays on the screen.
        mutating func close() {
            for one in present { one.close {} }
            (current, next, timeline, prepared, kept) = (nil, nil, nil, nil, nil)
        }

        /// Releases the decoders; but a tile that has shown nothing yet gets one picture first.
        private mutating func letGo() -> Order {
            if let current, current.hasShown {
                defer { (self.current, next) = (nil, nil) }
                return Order(ended: present, settled: act(by: grant))
            }
            let surplus = current == nil ? nil : next
            next = current ?? next
            current = nil
            next?.isVisit = true
            return Order(
                changed: next.map { [($0.decoders, visiting)] } ?? [],
                ended: surplus.map { [$0.decoders] } ?? [], settled: next == nil ? act(by: grant) : nil)
        }

        private mutating func act(by grant: DecodeGrant) -> DecodeGrant {
            acting = grant
            return grant
        }

        private func begin(
            _ grant: DecodeGrant, _ timeline: MemberTimeline, _ position: MemberTimeline.Position, _ make: Maker
        ) -> Track {
            let decoders = make(grant, grant.tier.frames.map(terms.decoding) ?? visiting, timeline, position)
            guard !grant.tier.decodes else { return Track(decoders: decoders, grant: grant, aim: position) }
            let ticket = VisitQueue.ticket(for: decoders.source)
            return Track(decoders: decoders, grant: grant, isVisit: true, aim: position, ticket: ticket)
        }

        /// Whether one tier becomes another by leaving frames out.
        private static func canLeaveOut(from: DecodeTier, to: DecodeTier) -> Bool {
            guard from.frames != nil, to.frames != nil else { return false }
            return from >= to || from.frames == to.frames
        }
    }

    extension DecodeTerms {
        func decoding(_ frames: Frames) -> DecodeTerms {
            var terms = self
            terms.frames = frames
            return terms
        }
    }
#endif
