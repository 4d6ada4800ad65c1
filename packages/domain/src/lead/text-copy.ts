/** A changed copy of a text that knows where each of its UTF-16 units stood. */
export interface TextCopy {
  readonly text: string
  /** Unit `i` of the copy stands for `original.slice(starts[i], ends[i])`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A stretch of the original text. */
export interface Span {
  start: number
  end: number
}

/** Where a stretch of the copy, at least one unit long, lies in the original. */
export function originalSpan({ starts, ends }: TextCopy, start: number, end: number): Span {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }
}

/** Places that are taken. Asking takes as long as the stretch is, however many there are. */
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

/** The copy without the stretches that the pattern finds. */
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
