import { createHash } from 'node:crypto'

/** Position of a text among the messages of one answer. */
export type TextPosition = { isFirst: boolean; isLast: boolean }

/** Neutral openings: they neither agree, nor refuse, nor claim that something was done. */
const OPENERS: readonly string[] = [
  '',
  '您好',
  '收到',
  '感谢咨询',
  '感谢您的咨询',
  '久等了',
  '让您久等了',
  '跟您说一下',
  '跟您说明一下',
  '收到您的消息',
  '谢谢您的留言',
]
const GOING_ON: readonly string[] = ['', '另外', '还有', '补充一下', '再跟您说一下', '再跟您说明一下']
const AFTER_OPENER: readonly string[] = ['，', '～']
const SIGNS: readonly string[] = ['', '。', '～', '！']
const WISHES: readonly string[] = [
  '祝您生活愉快。',
  '祝您一切顺利。',
  '祝您心情愉快。',
  '感谢您的关注。',
  '谢谢您的关注。',
  '感谢您的支持。',
  '谢谢您的支持。',
]

const GREETING = /^(?:亲，?)?(?:您好|你好|哈喽)[，。～！]?/
const END_SIGN = /[。～！.!~]$/
const IS_OPEN_END = /[？?：:，,\p{Extended_Pictographic}\ufe0f]$/u
const TRIES = 5

/**
 * Alternative wordings for a text sent to so many customers that the platforms would treat it as a mass mailing. Only opening
 * and ending change, chosen by a hash of the customer; the facts stay. The last alternative addresses the customer by name.
 */
export function otherWordings(
  text: string,
  { name, customerId, position }: { name: string; customerId: string; position: TextPosition },
): string[] {
  const greeting = GREETING.exec(text)?.[0] ?? ''
  const openers = openersOf(position, greeting !== '')
  const endings = endingsOf(text, position)
  const core = text.slice(greeting.length)
  const all = openers.flatMap((opener) => endings.map((ending) => `${greeting}${opener}${ended(core, ending)}`))
  const others = [...new Set(all.map((each) => addressedAs(text, each)))].filter((each) => each !== text)
  const start = createHash('sha256').update(`${customerId}\n${text}`).digest().readUInt32BE()
  const tried = Array.from(
    { length: Math.min(TRIES, others.length) },
    (_, step) => others[at(start, step, others)] ?? '',
  )
  return name === '' ? tried : [...tried, addressedAs(text, `${name}您好，${core}`)]
}

function openersOf({ isFirst }: TextPosition, isGreeted: boolean): string[] {
  const words = isFirst ? OPENERS.filter((opener) => !isGreeted || opener !== '您好') : GOING_ON
  return words.flatMap((opener) => (opener === '' ? [''] : AFTER_OPENER.map((sign) => opener + sign)))
}

/** Nothing is appended to a question; good wishes only to the last message. */
function endingsOf(text: string, { isLast }: TextPosition): string[] {
  if (IS_OPEN_END.test(text)) return ['']
  return isLast ? [...SIGNS, ...WISHES.map((wish) => `。${wish}`)] : [...SIGNS]
}

const ended = (text: string, ending: string) => (ending === '' ? text : text.replace(END_SIGN, '') + ending)

/** Keeps the pronoun of the original text. */
const addressedAs = (text: string, words: string) =>
  /你(?!们)/.test(text) && !text.includes('您') ? words.replaceAll('您', '你') : words

/** A large stride, so that consecutive tries are not neighbours in the list. */
const at = (start: number, step: number, list: readonly unknown[]) => (start + step * STRIDE) % list.length
const STRIDE = 7_919
