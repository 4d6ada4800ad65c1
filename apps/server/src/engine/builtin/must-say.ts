import { countCharacters } from '@ruwu/domain'
import type { Turn } from '../engine.ts'
import { MESSAGES_MAX } from './sentences.ts'

const bare = (text: string) => text.replace(/[\s\p{P}\p{S}]/gu, '')

/** Required lines that the AI has not sent yet in this conversation. */
export function unsaidLines(lines: readonly string[], turns: readonly Turn[], texts: readonly string[]): string[] {
  const sent = bare([...turns.filter(({ who }) => who === 'ai').map(({ text }) => text), ...texts].join(''))
  return lines.filter((line) => !sent.includes(bare(line)))
}

/** Appends as many required lines as one message holds; the rest comes with the next answer. */
export function withMustSay(texts: readonly string[], lines: readonly string[], maxChars: number): string[] {
  const isFull = texts.length >= MESSAGES_MAX
  const last = isFull ? texts.slice(-1) : []
  const kept: string[] = []
  for (const line of lines) {
    if (countCharacters([...last, ...kept, line].join('\n')) > maxChars) break
    kept.push(line)
  }
  if (kept.length === 0) return [...texts]
  return [...(isFull ? texts.slice(0, -1) : texts), [...last, ...kept].join('\n')]
}
