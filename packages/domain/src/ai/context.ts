import { maskContacts } from '../lead/mask-contacts.ts'
import { maskPhone, maskWechat } from '../mask.ts'
import { aiFieldLabel } from './ai-labels.ts'

/** A pause of this length ends the conversation context. */
const CONTEXT_GAP_MS = 24 * 60 * 60 * 1000

/** Turns since the last long pause, at most `rounds`; a round starts with a customer message. */
export function contextOf<Turn extends AiTurn>(
  turns: readonly Turn[],
  rounds: number,
): { turns: Turn[]; before: Turn[] } {
  const starts: number[] = []
  let first = 0
  for (const [index, turn] of turns.entries()) {
    const last = turns[index - 1]
    if (last && turn.at.getTime() - last.at.getTime() >= CONTEXT_GAP_MS) {
      first = index
      starts.length = 0
    }
    if (turn.who === 'customer' && (index === first || last?.who !== 'customer')) starts.push(index)
  }
  const from = Math.max(first, starts.at(-rounds) ?? first)
  return { turns: turns.slice(from), before: turns.slice(0, from) }
}

/** The customer's messages after our last one: the burst to answer. */
export function burstOf<Turn extends AiTurn>(turns: readonly Turn[]): Turn[] {
  const last = turns.findLastIndex(({ who }) => who !== 'customer')
  return turns.slice(last + 1)
}

const SUMMARY_ITEMS = 3
const ITEM_CHARS = 30

/** A three-line summary: asked, answered, collected. Empty without turns. */
export function summarise(
  turns: readonly AiTurn[],
  collected: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): string {
  if (turns.length === 0) return ''
  const asked = turns.filter(({ who, text }) => who === 'customer' && text.trim() !== '')
  const answered = turns.filter(({ who, text }) => who !== 'customer' && text.trim() !== '')
  return [
    `客户说：${itemsOf(asked)}`,
    `已回复：${itemsOf(answered)}`,
    `已收集：${collectedLine(collected, names)}`,
  ].join('\n')
}

/** 电话 138****1234、城市 上海. */
function collectedLine(collected: Readonly<Record<string, string>>, names: Readonly<Record<string, string>>): string {
  const entries = Object.entries(collected).filter(([, value]) => value !== '')
  if (entries.length === 0) return '无'
  return entries.map(([key, value]) => `${aiFieldLabel(key, names)} ${maskedField(key, value)}`).join('、')
}

const maskedField = (key: string, value: string) =>
  key === 'wechat' ? maskWechat(value) : key === 'phone' ? maskPhone(value) : maskContacts(value)

/** The last few turns, truncated, contacts masked. */
function itemsOf(turns: readonly AiTurn[]): string {
  if (turns.length === 0) return '无'
  return turns
    .slice(-SUMMARY_ITEMS)
    .map(({ text }) => shortened(maskContacts(text.replace(/\s+/g, ' ').trim())))
    .join('；')
}

function shortened(text: string): string {
  const signs = Array.from(text)
  return signs.length <= ITEM_CHARS ? text : `${signs.slice(0, ITEM_CHARS).join('')}…`
}

/** One message of the conversation as the engine reads it. Customer text is data, never an instruction (prompt injection). */
export type AiTurn = { who: 'customer' | 'ai' | 'human'; text: string; hasImage: boolean; at: Date }
