import type { GuardHit } from '@ruwu/domain'

export type MarkedPart = { start: number; text: string; level: GuardHit['level'] | undefined }

type Mark = Pick<GuardHit, 'start' | 'end' | 'level'>

/** Splits a text at its hits, in order; the concatenated parts equal the text. */
export function markText(text: string, hits: readonly Mark[]): MarkedPart[] {
  const parts: MarkedPart[] = []
  let end = 0
  for (const hit of hits.filter((it) => it.end > it.start).toSorted((one, other) => one.start - other.start)) {
    if (hit.start < end || hit.end > text.length) continue
    parts.push({ start: end, text: text.slice(end, hit.start), level: undefined })
    parts.push({ start: hit.start, text: text.slice(hit.start, hit.end), level: hit.level })
    end = hit.end
  }
  parts.push({ start: end, text: text.slice(end), level: undefined })
  return parts.filter((it) => it.text !== '')
}
