import { countCharacters } from '@ruwu/domain'
import type { Turn } from '../engine.ts'
import { MESSAGES_MAX } from './sentences.ts'

const bare = (text: string) => text.replace(/[\s\p{P}\p{S}]/gu, '')

/** What must be said and was not said yet in this conversation. */
export function unsaidLines(lines: readonly string[], turns: readonly Turn[], texts: readonly string[]): string[] {
  const said = bare([...turns.filter(({ who }) => who === 'ai').map(({ text }) => text), ...texts].join(''))
  return lines.filter((line) => !said.includes(bare(line)))
}

/** The answer with what must be said, as many lines as one message holds; the rest comes with the next answer. */
export function withMustSay(texts: readonly string[], lines: readonly string[], maxChars: number): string[] {
  const kept: string[] = []
  for (const line of lines) {
    if (kept.length > 0 && countCharacters([...kept, line].join('\n')) > maxChars) break
    kept.push(line)
  }
  if (kept.length === 0) return [...texts]
  const message = kept.join('\n')
  if (texts.length < MESSAGES_MAX) return [...texts, message]
  return [...texts.slice(0, -1), `${texts.at(-1)}\n${message}`]
}
