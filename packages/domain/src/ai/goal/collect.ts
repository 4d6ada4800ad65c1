import type { AiDraft } from '@ruwu/contract'
import { findContacts } from '../../lead/find-contacts.ts'
import { aiFieldLabel, AMBIGUOUS_WECHAT } from '../ai-labels.ts'
import { type AiTurn, burstOf } from '../context.ts'
import { findCity } from './find-city.ts'

const VALUE_CHARS_MAX = 100
/** Patterns by which our messages ask for a field. */
const ASKED_BY: Readonly<Record<string, RegExp>> = {
  phone: /电话|手机|号码|联系方式/,
  wechat: /微信|联系方式/,
  [AMBIGUOUS_WECHAT]: /联系方式|账号/,
  city: /城市|哪里|哪个地区|坐标|在哪|所在/,
  need: /需求|想了解|需要什么|哪方面|想做|具体想|关注|情况/,
}
const IS_QUESTION = /[?？]|吗|呢$|什么|怎么|多少|几|哪|能不能|可以不/
const SAYS_NO =
  /^(?:不|没|算了|先不|暂时|不用|不想|不方便|不需要|没有|无|随便|再说|再看|看看|嗯|哦|好|好的|行|可以|ok|谢谢)/i

/** Whether a message of ours asks for the field. */
export function asksFor(text: string, key: string, names: Readonly<Record<string, string>>): boolean {
  if (!/[?？]|吗|呢|吧|请|麻烦|方便|告诉|留/.test(text)) return false
  const known = ASKED_BY[key]
  return known ? known.test(text) : text.includes(aiFieldLabel(key, names))
}

/** Field values in the customer's last messages, new ones only. */
export function collectFields(
  { goal }: AiDraft,
  turns: readonly AiTurn[],
  known: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const burst = burstOf(turns)
  const text = burst.map((turn) => turn.text).join('\n')
  const before = turns.at(-burst.length - 1)
  const asked = before?.who === 'ai' ? before.text : ''
  const values = goal.fields
    .map(({ key }) => key as string)
    .filter((key) => !known[key])
    .map((key) => [key, readField(key, text, asksFor(asked, key, names))] as const)
  return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** A field's value in a customer's text; `isAsked`: our last message asked for it. */
export function readField(key: string, text: string, isAsked: boolean): string | undefined {
  if (key === 'phone') return contactIn(text, isAsked, 'phone') ?? contactIn(text, isAsked, 'landline')
  if (key === 'wechat') return contactIn(text, isAsked, 'wechat')
  if (key === 'city') return findCity(text, isAsked)
  return isAsked ? freeText(text) : undefined
}

/** After 您的微信是？ an id needs no cue word. */
function contactIn(text: string, isAsked: boolean, kind: 'phone' | 'landline' | 'wechat'): string | undefined {
  const read = kind === 'wechat' && isAsked ? `微信 ${text}` : text
  return findContacts(read).find((contact) => contact.kind === kind && contact.state === 'VALID')?.value
}

function freeText(text: string): string | undefined {
  const value = text.replace(/\s+/g, ' ').trim()
  if (value === '' || value.length > VALUE_CHARS_MAX || SAYS_NO.test(value) || IS_QUESTION.test(value)) return undefined
  return value
}
