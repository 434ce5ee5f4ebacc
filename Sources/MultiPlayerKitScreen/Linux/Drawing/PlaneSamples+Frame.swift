#if canImport(CGStreamer)
    import CGStreamer

    extension PlaneSamples {
        /// A component of a mapped picture.
        package init(_ frame: UnsafeMutablePointer<GstVideoFrame>, _ component: Int) {
            let component = Int32(component)
            let base = mpk_component_line(frame, component, 0)!
            self.init(
                base: UnsafeRawPointer(base), rowStride: mpk_component_line(frame, component, 1) - base,
                sampleStride: Int(mpk_component_step(frame, component)),
                width: Int(mpk_component_width(frame, component)), height: Int(mpk_component_height(frame, component)),
                depth: Int(mpk_component_depth(frame, component)), shift: Int(mpk_component_shift(frame, component)))
        }
    }
#endif
