/** A transformed text with an offset map to the original, in UTF-16 units. */
export interface TextCopy {
  readonly text: string
  /** Unit `i` of the copy comes from `original.slice(starts[i], ends[i])`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A span of the original text. */
export interface Span {
  start: number
  end: number
}

/** Maps a non-empty span of the copy to the original. */
export function originalSpan({ starts, ends }: TextCopy, start: number, end: number): Span {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }
}

/** A set of covered positions; a query costs the span's length, independent of the number of spans. */
export class Coverage {
  readonly #places = new Set<number>()

  constructor(spans: Iterable<Span> = []) {
    for (const span of spans) this.add(span)
  }

  add({ start, end }: Span): void {
    for (let place = start; place < end; place += 1) this.#places.add(place)
  }

  touches({ start, end }: Span): boolean {
    for (let place = start; place < end; place += 1) if (this.#places.has(place)) return true
    return false
  }
}

/** Removes all matches of a pattern. */
export function withoutMatches(copy: TextCopy, pattern: RegExp): TextCopy {
  const kept = { text: '', starts: [] as number[], ends: [] as number[] }
  let from = 0
  const keepUpTo = (to: number) => {
    kept.text += copy.text.slice(from, to)
    for (let index = from; index < to; index += 1) {
      kept.starts.push(copy.starts[index] ?? 0)
      kept.ends.push(copy.ends[index] ?? 0)
    }
  }
  for (const match of copy.text.matchAll(pattern)) {
    keepUpTo(match.index)
    from = match.index + match[0].length
  }
  if (from === 0) return copy
  keepUpTo(copy.text.length)
  return kept
}
