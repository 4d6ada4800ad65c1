import { ControlRefusal } from '../world/refusal.ts'
import type { CardContent, Message } from '../world/state.ts'
import type { Talk } from '../world/talk.ts'
import { type Acts, sendAsCustomer } from './scene.ts'

/** The named message, or the newest of the merchant's that fits. */
function findOffered(talk: Talk, messageId: string | undefined, fits: (message: Message) => boolean): Message {
  const offered = talk.conversation.messages.filter(
    (message) => message.from === 'merchant' && message.recalledBy === null && fits(message),
  )
  const found = messageId === undefined ? offered.at(-1) : offered.find((message) => message.messageId === messageId)
  if (!found) throw new ControlRefusal('商家还没有发来这样的卡片')
  return found
}

const isCard = (message: Message, cardType: CardContent['cardType']) =>
  message.content.type === 'card' && message.content.cardType === cardType

const isBlankLeadCard = (message: Message) =>
  isCard(message, 'lead_form') && (message.content as CardContent).filled === null

export const cardActs: Acts<'submit_card' | 'copy_wechat' | 'tap_question'> = {
  submit_card(scene, act) {
    const { sim, talk, at } = scene
    const message = findOffered(talk, act.messageId, isBlankLeadCard)
    const card = message.content as CardContent
    card.filled = card.labels.map((label) => ({ label, value: act.fields[label] ?? '' }))
    // douyin hands the filled card over as a message of the customer, redbook as lead data.
    if (talk.account.source === 'douyin') return sendAsCustomer(scene, { ...card })
    sim.emit({ kind: 'card_submitted', ...talk, card, at })
    return undefined
  },

  copy_wechat({ sim, talk, at }, act) {
    const message = findOffered(talk, act.messageId, (message) => isCard(message, 'contact'))
    const card = message.content as CardContent
    card.isCopied = true
    sim.emit({ kind: 'wechat_copied', ...talk, card, at })
    return undefined
  },

  tap_question(scene, act) {
    const message = findOffered(scene.talk, act.messageId, ({ content }) => content.type === 'question_guide')
    const questions = message.content.type === 'question_guide' ? message.content.questions : []
    const text = questions[act.index]
    if (text === undefined) throw new ControlRefusal('没有这个问题')
    return sendAsCustomer(scene, { type: 'text', text })
  },
}
