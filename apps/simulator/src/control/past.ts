import type { Simulator } from '../simulator.ts'
import type { PastTalk } from '../views.ts'
import { addInbound, addOutbound, openCustomer, openTalk } from '../world/talk.ts'

/** Conversations from before the account was bound: both sides know them, so no webhook is sent. */
export function placePast(sim: Simulator, talks: readonly PastTalk[]): void {
  const { world } = sim
  for (const { source, accountId, customerId, conversationId, name, city, messages } of talks) {
    const platform = sim.platforms[source]
    const customer = openCustomer(world, platform, { source, customerId, name, city })
    const talk = openTalk(world, platform, world.getAccount(source, accountId), customer)
    Object.assign(talk.conversation, { conversationId, isEntered: true })
    for (const { messageId, from, at, text } of messages) {
      const content = { type: 'text', text } as const
      if (from === 'customer') addInbound(talk, messageId, content, at)
      else {
        addOutbound(talk, messageId, 'api', content, at)
        talk.conversation.sentSinceInbound += 1
      }
    }
  }
  world.changed()
}
