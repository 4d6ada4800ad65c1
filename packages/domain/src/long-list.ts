/**
 * An immutable list with amortised append: a longer list shares the array of the shorter one, each with its own length. Copying 100,000
 * rows per page would produce more garbage than a browser collects between two frames.
 */
export class LongList<T> implements Iterable<T> {
  readonly length: number
  readonly #all: T[]

  private constructor(all: T[], length = all.length) {
    this.#all = all
    this.length = length
  }

  static from<T>(items: Iterable<T>): LongList<T> {
    return new LongList([...items])
  }

  /** Undefined outside the list, negative indices included. */
  at(place: number): T | undefined {
    return place >= 0 && place < this.length ? this.#all[place] : undefined
  }

  indexOf(one: T): number {
    const at = this.#all.indexOf(one)
    return at < this.length ? at : -1
  }

  slice(from = 0, to = this.length): T[] {
    return this.#all.slice(Math.max(0, from), Math.max(0, Math.min(to, this.length)))
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (let at = 0; at < this.length; at += 1) yield this.#all[at] as T
  }

  append(more: readonly T[]): LongList<T> {
    // A discarded render may have appended the same items: they are shared when equal.
    const there = this.#all.slice(this.length, this.length + more.length)
    if (there.some((one, at) => one !== more[at])) return new LongList(this.slice().concat(more))
    for (const one of more.slice(there.length)) this.#all.push(one)
    return new LongList(this.#all, this.length + more.length)
  }

  /** Replaces the range `from`–`to`. */
  replaced(from: number, to: number, more: readonly T[]): LongList<T> {
    if (from === this.length) return this.append(more)
    if (more.length !== to - from) return new LongList(this.slice(0, from).concat(more, this.slice(to)))
    // Same length (rows changing order) is the most frequent case: one copy instead of two.
    const all = this.slice()
    for (const [at, one] of more.entries()) all[from + at] = one
    return new LongList(all)
  }

  /** Length of the common prefix; O(1) when both share an array. */
  sameStart(other: LongList<T>): number {
    const most = Math.min(this.length, other.length)
    if (this.#all === other.#all) return most
    let count = 0
    while (count < most && this.#all[count] === other.#all[count]) count += 1
    return count
  }

  isBeginningOf(other: LongList<T>): boolean {
    return this.length <= other.length && this.sameStart(other) === this.length
  }
}
