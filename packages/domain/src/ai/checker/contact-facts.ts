import { findContacts } from '../../lead/find-contacts.ts'
import type { ReadFact, Reading } from './fact.ts'

const TOP_DOMAINS =
  'com|cn|net|org|vip|top|xyz|shop|cc|site|online|store|club|link|icu|ltd|wang|io|me|co|app|info|tv|edu|gov'
const MAIL = /[a-z0-9][a-z0-9._%+-]*@[a-z0-9][-a-z0-9.]*/g
const LINK = new RegExp(
  `(?:https?://|www\\.)[^\\s\\p{Script=Han}\\0"'<>;]+|(?<![-a-z0-9.@])(?:[a-z0-9][-a-z0-9]*\\.)+(?:${TOP_DOMAINS})(?![a-z0-9])(?:/[^\\s\\p{Script=Han}\\0"'<>;]*)?`,
  'gu',
)
/** Seven or more digits in any grouping are no price. 95… and 12… are short service numbers. */
const LONG_NUMBER = /(?<![\d.])(?:\+?\d[\d\- ()]{5,}\d|(?:95\d{3,4}|12[0-9]{3})(?=[^\d.]|$))(?![\d])/g
const NO_MONEY_AFTER = /^\s?(?:元|块|万)/

export function readLinks(reading: Reading): void {
  reading.take(MAIL, addressOf)
  reading.take(LINK, addressOf)
}

function addressOf([match]: RegExpExecArray): ReadFact {
  const address = match.replace(/^https?:\/\//, '').replace(/[/.,)]+$/, '')
  return { kind: 'link', wants: [`link:${address}`], offers: [`link:${address}`] }
}

/** Telephone numbers and WeChat ids, also in Chinese numerals. */
export function readContacts(reading: Reading): void {
  const contacts = findContacts(reading.text).filter(({ kind, state }) => kind !== 'wechat' || state !== 'INVALID')
  for (const { kind, normalised, start, end } of contacts) {
    const form = kind === 'wechat' ? `wechat:${normalised}` : `phone:${normalised.replace(/\D/g, '')}`
    const at = new RegExp(escape(reading.text.slice(start, end)), 'g')
    reading.take(at, () => ({ kind: 'phone', wants: [form], offers: [form], isPersonal: true }))
  }
  reading.take(LONG_NUMBER, ({ 0: match, index, input }) => {
    const digits = match.replace(/\D/g, '')
    if (digits.length < 5 || NO_MONEY_AFTER.test(input.slice(index + match.length))) return undefined
    return { kind: 'phone', wants: [`phone:${digits}`], offers: [`phone:${digits}`] }
  })
}

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
