/**
 * A list that never changes and grows page by page: the longer one goes on in the memory of the one before, of which each knows its own
 * length. A hundred thousand rows copied with every page would be more garbage than a browser collects between two frames.
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

  /** Undefined where nothing stands, also before the beginning. */
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
    // What another one has already put there may be the same: a screen that was drawn in vain is drawn again.
    const there = this.#all.slice(this.length, this.length + more.length)
    if (there.some((one, at) => one !== more[at])) return new LongList(this.slice().concat(more))
    for (const one of more.slice(there.length)) this.#all.push(one)
    return new LongList(this.#all, this.length + more.length)
  }

  /** With others in the places of some. */
  replaced(from: number, to: number, more: readonly T[]): LongList<T> {
    if (from === this.length) return this.append(more)
    if (more.length !== to - from) return new LongList(this.slice(0, from).concat(more, this.slice(to)))
    // Rows that change places are the most frequent news, and this is one copy instead of two.
    const all = this.slice()
    for (const [at, one] of more.entries()) all[from + at] = one
    return new LongList(all)
  }

  /** How many at the beginning are the same in both; those of one memory are not compared one by one. */
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
