import { STORED_FILE_PATH } from '@ruwu/contract'
import { everydaySpans } from './everyday-phrases.ts'
import type { PhoneNumber } from './phone-numbers.ts'
import { Coverage, originalSpan, type Span, type TextCopy } from './text-copy.ts'

/** Maximum characters between cue and id. */
const WECHAT_CUE_DISTANCE = 12
const WECHAT_ID_PATTERN = /[A-Za-z][-_A-Za-z0-9]{5,19}/

// Text before an @ or a host name is no id. Overlong words are cut and stay too long.
const WORD = /[A-Za-z0-9][-_A-Za-z0-9]{0,63}/g
const ADDRESS_GOES_ON = /^(?:@|:\/\/|\.(?:com|cn|net)\b)/
const WHOLE_ID = new RegExp(`^${WECHAT_ID_PATTERN.source}$`)
/**
 * The keys in an address are random: they contain cues and what looks like ids. Without [ and ], which begin an emoji code, and
 * punctuation that a sentence goes on after.
 */
const LINK = new RegExp(`(?<![a-z0-9])(?:https?://|www\\.)[-\\w.~:/?#@&+=%$*]+|${STORED_FILE_PATH.source}`, 'gi')
/** Covers the longest word and its right context. */
const LOOK_AHEAD = 80
/** Shorter words with a digit are model numbers or prices, not malformed ids. */
const SHORTEST_FAILED_ID = 5

interface WechatId extends Span {
  value: string
  state: 'VALID' | 'AMBIGUOUS' | 'INVALID'
}

/**
 * `plain` keeps separators between digits, `joined` does not. An id is read as written; only without a result
 * are separated digits joined, so that an age after an id is not appended to it.
 */
export function findWechatIds(
  original: string,
  plain: TextCopy,
  joined: TextCopy,
  phones: readonly PhoneNumber[],
): WechatId[] {
  const links = linksIn(original)
  const written = idsAfterCues(withoutLinks(plain, links), phones)
  if (joined === plain) return written
  const certain = new Coverage(written.filter(isValid))
  const spread = idsAfterCues(withoutLinks(joined, links), phones).filter((id) => isValid(id) && !certain.touches(id))
  const taken = new Coverage(spread)
  return [...written.filter((id) => !taken.touches(id)), ...spread]
}

/** Of the original: in a copy ： and 加 have become : and +, which an address may contain. */
const linksIn = (original: string): Span[] =>
  Array.from(original.matchAll(LINK), ({ 0: link, index }) => ({ start: index, end: index + link.length }))

/** Blanked, so that offsets and distances stay. */
function withoutLinks(copy: TextCopy, links: readonly Span[]): TextCopy {
  if (links.length === 0) return copy
  const covered = new Coverage(links)
  const text = copy.text.replace(/[^]/g, (unit, at: number) =>
    covered.touches(originalSpan(copy, at, at + 1)) ? ' ' : unit,
  )
  return { ...copy, text }
}

const isValid = ({ state }: WechatId) => state === 'VALID'

function idsAfterCues(copy: TextCopy, phones: readonly PhoneNumber[]): WechatId[] {
  const text = copy.text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const cues = [...text.matchAll(WECHAT_CUE)]
  if (cues.length === 0) return []
  const everyday = new Coverage(everydaySpans(text))
  const taken = new Coverage()
  const found: WechatId[] = []
  for (const { 0: cue, index } of cues) {
    const end = index + cue.length
    const id = everyday.touches({ start: index, end }) ? undefined : idAfter(copy, end, phones)
    if (!id || taken.touches(id)) continue
    taken.add(id)
    found.push(id)
  }
  return found
}

/** The first valid id or mobile near the cue; else the first ambiguous or malformed one. */
function idAfter(copy: TextCopy, from: number, phones: readonly PhoneNumber[]): WechatId | undefined {
  const limit = from + unitsOf(copy.text.slice(from, from + 2 * WECHAT_CUE_DISTANCE), WECHAT_CUE_DISTANCE)
  const candidates = [...wordsBetween(copy, from, limit), ...mobilesBetween(copy, from, limit, phones)]
  candidates.sort((one, other) => one.start - other.start)
  return candidates.find(isValid) ?? candidates.find(({ state }) => state === 'AMBIGUOUS') ?? candidates[0]
}

function mobilesBetween(copy: TextCopy, from: number, limit: number, phones: readonly PhoneNumber[]): WechatId[] {
  const first = copy.starts[from] ?? Infinity
  const last = copy.starts[limit] ?? Infinity
  const mobiles: WechatId[] = []
  for (let index = firstFrom(phones, first); index < phones.length; index += 1) {
    const { kind, value, start, end } = phones[index]!
    if (start > last) break
    if (kind === 'phone') mobiles.push({ value, start, end, state: 'VALID' })
  }
  return mobiles
}

/** Binary search: index of the first phone number at or after an offset. */
function firstFrom(phones: readonly PhoneNumber[], place: number): number {
  let low = 0
  let high = phones.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (phones[middle]!.start < place) low = middle + 1
    else high = middle
  }
  return low
}

function wordsBetween(copy: TextCopy, from: number, limit: number): WechatId[] {
  const ids: WechatId[] = []
  const stretch = copy.text.slice(from, limit + LOOK_AHEAD)
  for (const { 0: value, index } of stretch.matchAll(WORD)) {
    if (from + index > limit) break
    const state = ADDRESS_GOES_ON.test(stretch.slice(index + value.length)) ? undefined : stateOf(value)
    if (state) ids.push({ ...originalSpan(copy, from + index, from + index + value.length), value, state })
  }
  return ids
}

function stateOf(word: string): WechatId['state'] | undefined {
  if (WHOLE_ID.test(word)) return /[-_\d]/.test(word) ? 'VALID' : 'AMBIGUOUS'
  return word.length >= SHORTEST_FAILED_ID && /\d/.test(word) ? 'INVALID' : undefined
}

/** UTF-16 length of the first `characters` characters. */
function unitsOf(text: string, characters: number): number {
  return Array.from(text).slice(0, characters).join('').length
}

/** Cue words before a WeChat id. */
const WECHAT_CUES = ['微信', '微❤', '薇', '威信', '卫星', '绿泡泡', 'vx', 'wx', 'v信', '加v', '+v', '加我', '加微']

/** Separators inserted into a cue to evade detection. */
const HIDING_SIGNS = '-._·*|~\\p{Extended_Pictographic}'
const GAP = `[${HIDING_SIGNS}\\s]{0,2}`

/** A cue in lower-case text. Generated ids (wxid_) need no cue. */
const WECHAT_CUE = new RegExp(`(?<![a-z])(?=wxid_)|${WECHAT_CUES.map(cueSource).join('|')}`, 'gu')

function cueSource(cue: string): string {
  const signs = Array.from(cue, (sign) => (sign === '+' || sign === '加' ? '[+加]' : sign))
  // 60W x 2 is a measure, so two letters are not taken together over a space.
  if (/^[a-z]{2}$/.test(cue)) return `(?<![a-z])${signs.join(`[${HIDING_SIGNS}]{0,2}`)}`
  const source = signs.join(GAP)
  // The x of 加vx belongs to the cue, that of 加vxiaoming to the name: in pinyin i or u follows x. A v that begins
  // a word of letters, as in 加vitamin, is no cue.
  return cue.endsWith('v') ? `${source}(?:${GAP}(?:信|x(?![iu]))|(?![a-z]{2,}(?![-_a-z0-9])))` : source
}
