import type { ClockView } from '../../views.ts'
import { clockText } from '../view/overview/clock-menu.ts'

const TICK_MS = 1000

/** Lets the clock run between two views, at the simulator's own pace. */
export class ClockFace {
  private readonly root: ParentNode
  private clock: ClockView
  private since = performance.now()

  constructor(root: ParentNode, clock: ClockView) {
    this.root = root
    this.clock = clock
    setInterval(() => this.draw(), TICK_MS)
  }

  set(clock: ClockView): void {
    this.clock = clock
    this.since = performance.now()
    this.draw()
  }

  private draw(): void {
    const { mode, factor, now } = this.clock
    const pace = { real: 1, fast: factor, manual: 0 }[mode]
    const at = new Date(Date.parse(now) + (performance.now() - this.since) * pace).toISOString()
    const face = this.root.querySelector('[data-clock]')
    if (face) face.textContent = clockText(at)
  }
}
