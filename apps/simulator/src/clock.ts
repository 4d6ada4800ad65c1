import { TimerHeap } from './timer-heap.ts'

export type ClockMode = 'real' | 'fast' | 'manual'
type Work = () => void | Promise<void>

/** setTimeout takes no longer wait than this. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/**
 * The one source of time. Real and fast time follow the wall; manual time stands still until it is advanced, and then
 * runs what is due one after the other, so that two runs do the same things in the same order.
 */
export class SimulatorClock {
  private readonly timers = new TimerHeap<Work>()
  private currentMode: ClockMode
  private speed = 1
  private base: number
  private wallBase = Date.now()
  private wake: NodeJS.Timeout | undefined
  private advancing: Promise<void> = Promise.resolve()

  constructor({ mode = 'real', startAt }: { mode?: ClockMode; startAt?: number } = {}) {
    this.currentMode = mode
    this.base = startAt ?? Date.now()
  }

  get mode(): ClockMode {
    return this.currentMode
  }

  get factor(): number {
    return this.speed
  }

  now(): number {
    if (this.currentMode === 'manual') return this.base
    return Math.floor(this.base + (Date.now() - this.wallBase) * this.speed)
  }

  set(mode: ClockMode, factor = 1): void {
    this.base = this.now()
    this.wallBase = Date.now()
    this.currentMode = mode
    this.speed = mode === 'fast' ? factor : 1
    this.arm()
  }

  /** Starts again at the given time; nothing stays planned. */
  reset(startAt: number): void {
    this.timers.clear()
    this.base = startAt
    this.wallBase = Date.now()
    this.arm()
  }

  /** Runs the work at the time given, or as soon as possible where that has passed; the answer calls it off. */
  at(time: number, work: Work): () => void {
    const cancel = this.timers.add(time, work)
    this.arm()
    return cancel
  }

  after(ms: number, work: Work): () => void {
    return this.at(this.now() + ms, work)
  }

  /** Moves manual time on; everything due has been done when this resolves. */
  advance(ms: number): Promise<void> {
    const run = this.advancing.then(() => this.runUntil(this.base + ms))
    this.advancing = run.catch(() => {})
    return run
  }

  stop(): void {
    clearTimeout(this.wake)
    this.timers.clear()
  }

  private async runUntil(end: number): Promise<void> {
    for (let next = this.timers.takeDue(end); next; next = this.timers.takeDue(end)) {
      this.base = Math.max(this.base, next.time)
      await next.item()
    }
    this.base = Math.max(this.base, end)
  }

  private arm(): void {
    clearTimeout(this.wake)
    const next = this.timers.nextTime()
    if (this.currentMode === 'manual' || next === undefined) return
    const wait = Math.max(0, (next - this.now()) / this.speed)
    this.wake = setTimeout(() => this.runDue(), Math.min(wait, LONGEST_WAIT_MS))
  }

  private runDue(): void {
    const now = this.now()
    for (let next = this.timers.takeDue(now); next; next = this.timers.takeDue(now)) void next.item()
    this.arm()
  }
}
