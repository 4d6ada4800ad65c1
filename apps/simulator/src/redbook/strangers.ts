import type { Conversation } from '../world/state.ts'
import type { Talk } from '../world/talk.ts'
import type { World } from '../world/world.ts'
import { refuse } from './codes.ts'
import { dayOf, SENT_BEFORE_ANSWER_MAX, STRANGERS_PER_DAY } from './limits.ts'

const sentByApi = ({ messages }: Conversation) => messages.filter(({ origin }) => origin === 'api')

/** While a customer has never written: three messages at most, and twenty people a day who did not come by themselves. */
export function checkStranger(world: World, { account, conversation }: Talk): void {
  if (conversation.lastInboundAt !== null) return
  const sent = sentByApi(conversation)
  if (sent.length >= SENT_BEFORE_ANSWER_MAX) throw refuse(990020)
  if (sent.length > 0 || conversation.entries.length > 0) return
  const today = dayOf(world.now())
  const met = world.conversations().filter((other) => {
    const first = other.accountId === account.accountId ? other.messages[0] : undefined
    return first?.origin === 'api' && other.entries.length === 0 && dayOf(first.at) === today
  })
  if (met.length >= STRANGERS_PER_DAY) throw refuse(990020, '今天主动联系的陌生人已达上限')
}
