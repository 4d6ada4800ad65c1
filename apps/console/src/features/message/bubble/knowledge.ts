import type { Content } from '@ruwu/contract'

/** A piece of knowledge an answer of the AI rests on. */
export type Basis = { title: string; score: number }

/** Best first; none when the message does not say. */
export function basisOf({ extra }: Content): Basis[] {
  try {
    const list: unknown = JSON.parse(extra?.knowledge ?? '[]')
    return Array.isArray(list) ? list.flatMap(readBasis).toSorted((a, b) => b.score - a.score) : []
  } catch {
    return []
  }
}

function readBasis(value: unknown): Basis[] {
  const { title, score } = (value ?? {}) as Record<string, unknown>
  return typeof title === 'string' && typeof score === 'number' ? [{ title, score }] : []
}
