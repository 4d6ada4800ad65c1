import type { Simulator } from '../simulator.ts'

/** How long customers waited for the first answer to their first message. */
export class ReplyWaits {
  readonly values: number[] = []
  private readonly since = new Map<string, number | null>()
  readonly close: () => void

  constructor(sim: Simulator) {
    this.close = sim.onEvent((event) => {
      if (event.kind !== 'message' && event.kind !== 'echo') return
      const { conversationId } = event.conversation
      if (event.kind === 'message') {
        if (!this.since.has(conversationId)) this.since.set(conversationId, event.message.at)
        return
      }
      const asked = this.since.get(conversationId)
      if (asked === undefined || asked === null) return
      this.values.push(event.message.at - asked)
      this.since.set(conversationId, null)
    })
  }
}
