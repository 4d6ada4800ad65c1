import type { GuardHit } from '@ruwu/domain'

export type HitGroup = {
  reason: string
  level: GuardHit['level']
  /** The matched words; empty when the whole message is meant. */
  words: string[]
  /** Suggested replacement for a single word. */
  suggestion: string | undefined
}

/** One line per rule, with each matched word once. */
export function groupHits(hits: readonly GuardHit[]): HitGroup[] {
  const groups = new Map<string, GuardHit[]>()
  for (const hit of hits) groups.set(hit.reason, [...(groups.get(hit.reason) ?? []), hit])
  return [...groups].map(([reason, own]) => {
    const words = [...new Set(own.filter((it) => it.end > it.start).map((it) => it.word))]
    return {
      reason,
      words,
      level: own.some((it) => it.level === 'block') ? 'block' : own[0]!.level,
      suggestion: words.length === 1 ? own[0]!.suggestion : undefined,
    }
  })
}
