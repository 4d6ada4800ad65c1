import type { Fields, PlatformCall } from '../calls/platform-call.ts'
import type { Route } from '../calls/platform-route.ts'
import { type Accepted, sendWithFaults } from '../calls/send-faults.ts'
import type { Simulator } from '../simulator.ts'
import type { PlatformEvent } from '../world/events.ts'
import type { Account, Content } from '../world/state.ts'
import { addOutbound, type Talk } from '../world/talk.ts'
import { imAnswer } from './answers.ts'
import { IM_CODES, knownFields, merchantOf, textOf } from './caller.ts'
import { DouyinRefusal, refuse } from './codes.ts'
import { guarded } from './guarded.ts'
import { readContent } from './send-content.ts'
import { chargeSend, checkWindow, isScene, MANY_SCENES, type Scene } from './send-window.ts'

const SEND_FIELDS = ['scene', 'to_user_id', 'msg_id', 'conversation_id', 'content', 'content_list']
const RECALL_FIELDS = ['msg_id', 'conversation_id', 'conversation_type']
const LIST_MAX = 3

export function sendRoutes(sim: Simulator): Route[] {
  const { world } = sim

  function talkOf(account: Account, conversationId: string, customerId: string | null): Talk {
    const { accountId } = account
    const conversation =
      customerId === null
        ? world.conversations().find((one) => one.accountId === accountId && one.conversationId === conversationId)
        : world.findConversation('douyin', accountId, customerId)
    const customer = conversation && world.findCustomer('douyin', conversation.customerId)
    if (!conversation || !customer || conversation.conversationId !== conversationId) {
      throw refuse(28001007, 'conversation_id 与 to_user_id 不匹配')
    }
    return { account, customer, conversation }
  }

  function requireAbleToSend(call: PlatformCall, { account, conversation }: Talk): void {
    if (account.standing === 'uncertified') throw refuse(28029003)
    if (account.isBanned) throw refuse(28029004)
    if (account.isAutoReplyOn || call.isOn(world, 'policy.autoReply')) throw refuse(28003095)
    if (conversation.isBlocked) throw refuse(28003101)
  }

  function contentsOf(account: Account, fields: Fields, scene: Scene): Content[] {
    const { content, content_list: list } = fields
    if (list === undefined) return [readContent(world, account, content)]
    if (!Array.isArray(list) || list.length === 0 || list.length > LIST_MAX || !MANY_SCENES.includes(scene)) {
      throw refuse(28001007, 'content_list')
    }
    return list.map((one) => readContent(world, account, one))
  }

  function accept(call: PlatformCall, account: Account): Accepted {
    const fields = knownFields(world, call, SEND_FIELDS, 28001007)
    const scene = fields.scene ?? 'im_reply_msg'
    if (!isScene(scene)) throw refuse(28001007, 'scene')
    const talk = talkOf(account, textOf(fields, 'conversation_id', 28001007), textOf(fields, 'to_user_id', 28001007))
    requireAbleToSend(call, talk)
    const contents = contentsOf(account, fields, scene)
    const now = world.now()
    const use = checkWindow(talk, scene, typeof fields.msg_id === 'string' ? fields.msg_id : '', contents.length, now)
    const messages = contents.map((content) =>
      addOutbound(talk, sim.platforms.douyin.newMessageId('merchant'), 'api', content, now),
    )
    chargeSend(talk, use, messages.length, now)
    const echoes = messages.map((message): PlatformEvent => ({ kind: 'echo', ...talk, message }))
    const ids = messages.map(({ messageId }) => messageId)
    const many =
      fields.content_list === undefined
        ? {}
        : { all_send_success: true, send_msg_status_list: ids.map((msg_id) => ({ msg_id, status: 0 })) }
    return { answer: imAnswer(world, { msg_id: ids.at(-1), ...many }), echoes }
  }

  const send = guarded(sim, 'im', (call) => {
    const account = merchantOf(world, call, 'im.direct_message', IM_CODES)
    return sendWithFaults(sim, call, {
      tooFast: 28003018,
      refuse: (code) => new DouyinRefusal(code),
      accept: () => accept(call, account),
    })
  })

  const recall = guarded(sim, 'im', (call) => {
    const account = merchantOf(world, call, 'im.recall_message', IM_CODES)
    const fields = knownFields(world, call, RECALL_FIELDS, 28001007)
    const talk = talkOf(account, textOf(fields, 'conversation_id', 28001007), null)
    const messageId = textOf(fields, 'msg_id', 28001007)
    const message = talk.conversation.messages.find((one) => one.messageId === messageId && one.from === 'merchant')
    if (fields.conversation_type !== 1) throw refuse(28001007, 'conversation_type')
    if (!message || message.recalledBy) throw refuse(28001007, 'msg_id')
    message.recalledBy = 'merchant'
    sim.emit({ kind: 'recall', ...talk, message, at: world.now() })
    return imAnswer(world, {})
  })

  return [
    { method: 'POST', path: '/im/send/msg/', name: 'send', handle: send },
    { method: 'POST', path: '/im/recall/msg/', name: 'recall', handle: recall },
  ]
}
