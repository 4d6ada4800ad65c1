import type { Simulator } from '../simulator.ts'
import type { CustomerAct } from '../views.ts'
import type { Content } from '../world/state.ts'
import { addInbound, type Talk } from '../world/talk.ts'

/** What an act works with; `at` lies in the past when a demo's history is played. */
export type Scene = { sim: Simulator; talk: Talk; at: number }

/** Returns the id of a created message. */
export type Act<T extends CustomerAct['do']> = (
  scene: Scene,
  act: Extract<CustomerAct, { do: T }>,
) => string | undefined
export type Acts<T extends CustomerAct['do']> = { [K in T]: Act<K> }

export function sendAsCustomer({ sim, talk, at }: Scene, content: Content): string {
  const messageId = sim.platforms[talk.account.source].newMessageId('customer')
  const message = addInbound(talk, messageId, content, at)
  sim.emit({ kind: 'message', ...talk, message })
  return messageId
}
