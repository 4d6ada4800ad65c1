import type { Bus, BusMessage } from '@ruwu/server/realtime'

const LOST = 0.1
const LATE = 0.3
const TWICE = 0.1
const LATEST_MS = 20

type Hear = (message: BusMessage) => void

/** A bus without guarantees, which is all a node may rely on: messages are lost, late, doubled or out of order. */
export class LossyBus {
  private readonly nodes = new Set<Hear>()
  private random: (() => number) | undefined

  /** Messages are lost by these random numbers; undefined: all arrive at once. */
  loseBy(random: (() => number) | undefined): void {
    this.random = random
  }

  join(): Bus {
    const listeners = new Set<Hear>()
    const hear: Hear = (message) => {
      for (const listener of listeners) listener(message)
    }
    this.nodes.add(hear)
    return {
      isOrdered: false,
      publish: (message) => {
        if (this.nodes.has(hear)) for (const each of this.nodes) this.bring(message, each)
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      follow: () => ({ ready: Promise.resolve(), end: () => {} }),
      // Unlike Redis it never tells: what is lost is found by the polls and gaps alone.
      onLost: () => () => {},
      state: () => ({ isUp: true, delayMs: 0 }),
      ping: async () => {},
      close: async () => void this.nodes.delete(hear),
    }
  }

  private bring(message: BusMessage, hear: Hear): void {
    const { random } = this
    const arrive = () => this.nodes.has(hear) && hear(message)
    if (!random) return void arrive()
    if (random() < LOST) return
    for (let copies = random() < TWICE ? 2 : 1; copies > 0; copies -= 1) {
      if (random() < LATE) setTimeout(arrive, random() * LATEST_MS)
      else arrive()
    }
  }
}
