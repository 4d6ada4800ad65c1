import type { AiDraft } from '@ruwu/contract'
import type { AiTurn } from '../context.ts'

/** Fields that are the customer's contact. */
export const CONTACT_KEYS: readonly string[] = ['phone', 'wechat']

/** Our newest message that asks for the customer's contact, of a rule, a welcome, a person or the AI. */
export type ContactRequest = {
  /** It followed the messages that are answered now. */
  isThisTurn: boolean
  /** AI answers since then, the one it came with included. */
  answers: number
}

/** Whether the contact may be asked for: once per turn, and once in so many answers. */
export const mayAskContact = ({ goal }: AiDraft, request: ContactRequest | undefined): boolean =>
  request === undefined || (!request.isThisTurn && request.answers >= goal.askEvery)

/** A call is no contact: 给您打电话. */
const CONTACT = String.raw`(?:(?<![打回拨来致接]|打个|回个|打通)电话|手机号|联系方式|微信|[vV]信|号码)`
const REQUESTS = new RegExp(
  [
    // 留个电话, 发一下您的手机号, 加我微信; not 我们会发到您的微信.
    String.raw`(?:留|填|提供|告诉|登记|加|方便给|方便发|发我|发一?下|给我|给一?下|报一?下)[^，。！？；,.!?;\n]{0,8}${CONTACT}`,
    // 电话是多少, 微信方便发吗, 联系方式留一下.
    String.raw`${CONTACT}[^，。！？；,.!?;\n]{0,4}(?:多少|方便|留|发我|发一?下|给我|告诉|填)`,
    String.raw`您?的${CONTACT}是[？?]`,
  ].join('|'),
)

/** Whether a text of ours asks for the customer's contact. */
export const asksForContact = (text: string): boolean => REQUESTS.test(text)

/** 凭下单手机号到店核销, 在门店登记手机号就可以: what is done with a number, not a request for it. */
const PROCEDURE = /门店|到店|前台|下单|购买时|预约时|核销|(?:填写?|预?留|登记|绑定)(?:过|好|下)?的|[就也]可以|即可|^凭/

/** Whether a sentence of the enterprise's own knowledge asks for the customer's contact, and does not only mention one. */
export const isContactRequestSentence = (sentence: string): boolean =>
  asksForContact(sentence) && !PROCEDURE.test(sentence)

const CARDS: ReadonlySet<string> = new Set(['lead_form', 'contact'])

/** Whether a message of ours asks for the contact: by its words, or as a card that takes it or offers ours in exchange. */
export const isContactRequest = ({ type, text, extra }: Said): boolean =>
  type === 'text' ? asksForContact(text ?? '') : CARDS.has(extra?.cardType ?? '')

type Said = { type: string; text?: string | undefined; extra?: Readonly<Record<string, string>> | undefined }

/** A request may follow ～ or an emoji without a full stop. */
const SENTENCE =
  /[^。！？!?；;～~…\n\p{Extended_Pictographic}]*(?:[。！？!?；;～~…\n\p{Extended_Pictographic}\ufe0f]+|$)/gu

const CLAUSE = /[^，,]+(?:[，,]+|$)/gu
/** A clause that means nothing without the request behind it: 方便的话. */
const LEADS_TO_REQUEST = /的话|^(?:如果|要是|为了|以便|方便|麻烦|您看|要不)/

/** The texts without their requests for the contact. What is said before one in the same sentence stays: 680 元，方便留个电话吗？ */
export const withoutContactRequest = (texts: readonly string[]): string[] =>
  texts.map((text) => (text.match(SENTENCE) ?? []).map(cutRequest).join('').trim()).filter((text) => text !== '')

function cutRequest(sentence: string): string {
  if (!asksForContact(sentence)) return sentence
  const clauses = sentence.match(CLAUSE) ?? []
  const kept = clauses.slice(0, Math.max(0, clauses.findIndex(asksForContact)))
  while (LEADS_TO_REQUEST.test(kept.at(-1)?.trim() ?? '')) kept.pop()
  return kept.join('').replace(/[，,]+$/, '。')
}

/** The newest request in a conversation with the AI alone (试聊), in which nothing is sent by rules. */
export function contactRequestIn(turns: readonly AiTurn[]): ContactRequest | undefined {
  const last = turns.findLastIndex(({ who, text }) => who !== 'customer' && asksForContact(text))
  if (last < 0) return undefined
  const isEnd = ({ who }: AiTurn, index: number) => who !== 'customer' && turns[index + 1]?.who !== who
  return { isThisTurn: false, answers: turns.filter((turn, index) => index >= last && isEnd(turn, index)).length }
}
