interface Node<T> {
  next: Map<number, Node<T>>
  values: T[]
}

export interface PhraseHit<T> {
  value: T
  start: number
  end: number
}

/** Finds many phrases in one pass; cost per character is at most the longest phrase's length. */
export class PhraseTrie<T> {
  readonly #root: Node<T> = { next: new Map(), values: [] }

  constructor(entries: Iterable<readonly [phrase: string, value: T]>) {
    for (const [phrase, value] of entries) this.#nodeOf(phrase).values.push(value)
  }

  /** Every phrase at every place, overlapping ones included. */
  findAll(text: string): PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = []
    for (let start = 0; start < text.length; start += 1) {
      let node = this.#root.next.get(text.charCodeAt(start))
      for (let end = start + 1; node; end += 1) {
        for (const value of node.values) hits.push({ value, start, end })
        node = end < text.length ? node.next.get(text.charCodeAt(end)) : undefined
      }
    }
    return hits
  }

  #nodeOf(phrase: string): Node<T> {
    let node = this.#root
    for (let index = 0; index < phrase.length; index += 1) {
      const code = phrase.charCodeAt(index)
      const known = node.next.get(code) ?? { next: new Map(), values: [] }
      node.next.set(code, known)
      node = known
    }
    return node
  }
}
