import type { PlatformCall } from '../calls/platform-call.ts'
import type { Route } from '../calls/platform-route.ts'
import { type Accepted, sendWithFaults } from '../calls/send-faults.ts'
import type { Simulator } from '../simulator.ts'
import type { Account } from '../world/state.ts'
import { addOutbound, openTalk, type Talk } from '../world/talk.ts'
import { redbookAnswer } from './answers.ts'
import { boundAccount, knownFields, requireAppToken, textOf } from './caller.ts'
import { RedbookRefusal, refuse } from './codes.ts'
import { guarded } from './guarded.ts'
import { RECALL_WINDOW_MS } from './limits.ts'
import { readContent } from './send-content.ts'
import { checkStranger } from './strangers.ts'

// oxfmt-ignore
const SEND_FIELDS = [
  'user_id', 'request_id', 'message_type', 'from_user_id', 'to_user_id', 'third_account_id', 'timestamp', 'content-encrypted',
]
const RECALL_FIELDS = ['user_id', 'third_account_id', 'message_id']

export function sendRoutes(sim: Simulator): Route[] {
  const { world } = sim

  /** The main account itself, or one of its staff accounts that may speak for it. */
  function senderOf(main: Account, fromId: string): Account {
    if (fromId === main.accountId) return main
    const staff = world.staffOf(main).find(({ accountId }) => accountId === fromId)
    if (!staff) throw refuse(990070, 'from_user_id')
    if (staff.staffState !== 'authorised') throw refuse(990004)
    return staff
  }

  function requireAbleToSend(call: PlatformCall, main: Account, { account, conversation }: Talk): void {
    const spend = call.knob(world, 'ads.spend') ?? main.adSpend
    if (spend === 0) throw refuse(990052)
    if (main.isBanned || account.isBanned) throw refuse(990051)
    if (conversation.isBlocked) throw refuse(990050)
  }

  function accept(call: PlatformCall): Accepted {
    const fields = knownFields(world, call, SEND_FIELDS)
    const main = boundAccount(world, fields, 'reply')
    textOf(fields, 'third_account_id')
    const requestId = textOf(fields, 'request_id')
    const account = senderOf(main, textOf(fields, 'from_user_id'))
    const customer = world.findCustomer('redbook', textOf(fields, 'to_user_id'))
    if (!customer) throw refuse(990022)
    const talk = openTalk(world, sim.platforms.redbook, account, customer)
    const before = talk.conversation.messages.find((message) => message.requestId === requestId)
    if (before) return { answer: redbookAnswer({ message_id: before.messageId }), echoes: [] }
    requireAbleToSend(call, main, talk)
    const content = readContent(world, textOf(fields, 'message_type'), textOf(fields, 'content-encrypted'))
    checkStranger(world, talk)
    const messageId = sim.platforms.redbook.newMessageId('merchant')
    const message = addOutbound(talk, messageId, 'api', content, world.now(), requestId)
    return { answer: redbookAnswer({ message_id: messageId }), echoes: [{ kind: 'echo', ...talk, message }] }
  }

  const send = guarded(sim, (call) => {
    requireAppToken(world, call)
    return sendWithFaults(sim, call, {
      tooFast: 990040,
      refuse: (code) => new RedbookRefusal(code),
      accept: () => accept(call),
    })
  })

  const recall = guarded(sim, (call) => {
    requireAppToken(world, call)
    const fields = knownFields(world, call, RECALL_FIELDS)
    const main = boundAccount(world, fields, 'reply')
    const messageId = textOf(fields, 'message_id')
    const senders = [main, ...world.staffOf(main)]
    for (const conversation of world.conversations()) {
      const account = senders.find(({ accountId }) => accountId === conversation.accountId)
      const message = account && conversation.messages.find((one) => one.messageId === messageId)
      const customer = world.findCustomer('redbook', conversation.customerId)
      if (!account || !message || !customer || message.from !== 'merchant' || message.recalledBy) continue
      if (world.now() - message.at > RECALL_WINDOW_MS) throw refuse(990060)
      message.recalledBy = 'merchant'
      sim.emit({ kind: 'recall', account, customer, conversation, message, at: world.now() })
      return redbookAnswer()
    }
    throw refuse(990070, 'message_id')
  })

  return [
    { method: 'POST', path: '/api/open/im/third/send', name: 'send', handle: send },
    { method: 'POST', path: '/api/open/im/third/recall', name: 'recall', handle: recall },
  ]
}
