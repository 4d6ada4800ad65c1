const WORD_BITS = 32
const FIRST_ROWS = 64
/** Rows compared exactly; of more rows, those with the smallest Hamming distance of the sign bits. */
const RERANKED_ROWS = 1_000

type Neighbour = { no: number; cosine: number }

/** The vectors of one library in typed arrays, so that a full scan takes milliseconds. */
export class VectorMatrix {
  readonly dimensions: number
  private readonly words: number
  private readonly numbers: number[] = []
  private readonly rows = new Map<number, number>()
  private cells: Int8Array
  /** One sign bit per dimension: the Hamming distance approximates the cosine at a tenth of the cost. */
  private signs: Int32Array
  private lengths: Float64Array

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.words = Math.ceil(dimensions / WORD_BITS)
    this.cells = new Int8Array(FIRST_ROWS * this.stride)
    this.signs = new Int32Array(FIRST_ROWS * this.words)
    this.lengths = new Float64Array(FIRST_ROWS)
  }

  get size(): number {
    return this.numbers.length
  }

  get bytes(): number {
    return this.cells.byteLength + this.signs.byteLength + this.lengths.byteLength
  }

  /** Vectors of other dimensions are ignored. */
  add(no: number, vector: Int8Array): void {
    if (vector.length !== this.dimensions || this.rows.has(no)) return
    const row = this.numbers.length
    if (row === this.lengths.length) this.grow()
    this.numbers.push(no)
    this.rows.set(no, row)
    this.cells.set(vector, row * this.stride)
    this.signs.set(signsOf(vector, this.words), row * this.words)
    this.lengths[row] = lengthOf(vector)
  }

  /** Swaps the last row into the gap. */
  remove(no: number): void {
    const row = this.rows.get(no)
    if (row === undefined) return
    const last = this.numbers.length - 1
    const moved = this.numbers.pop() ?? no
    this.rows.delete(no)
    this.cells.copyWithin(row * this.stride, last * this.stride, (last + 1) * this.stride)
    this.signs.copyWithin(row * this.words, last * this.words, (last + 1) * this.words)
    this.lengths[row] = this.lengths[last] ?? 0
    this.cells.fill(0, last * this.stride, (last + 1) * this.stride)
    if (moved === no) return
    this.numbers[row] = moved
    this.rows.set(moved, row)
  }

  /** Undefined for a piece without a vector. */
  cosineOf(no: number, asked: Int8Array): number | undefined {
    const row = this.rows.get(no)
    return row === undefined ? undefined : this.cosineAt(row, asked, lengthOf(asked))
  }

  /** Highest cosine first, none at or below `from`. */
  nearest(asked: Int8Array, { count, from }: { count: number; from: number }): Neighbour[] {
    if (asked.length !== this.dimensions) return []
    const length = lengthOf(asked)
    return this.preselect(asked)
      .map((row) => ({ no: this.numbers[row] ?? 0, cosine: this.cosineAt(row, asked, length) }))
      .filter(({ cosine }) => cosine > from)
      .toSorted((a, b) => b.cosine - a.cosine || a.no - b.no)
      .slice(0, count)
  }

  private preselect(asked: Int8Array): number[] {
    if (this.size <= RERANKED_ROWS) return [...this.numbers.keys()]
    const { words, signs, size } = this
    const own = signsOf(asked, words)
    const differing = new Uint16Array(size)
    const times = new Uint32Array(this.stride + 1)
    for (let row = 0, at = 0; row < size; row += 1) {
      let bits = 0
      for (let word = 0; word < words; word += 1, at += 1) bits += popCount((signs[at] ?? 0) ^ (own[word] ?? 0))
      differing[row] = bits
      times[bits] = (times[bits] ?? 0) + 1
    }
    let most = 0
    for (let looks = times[0] ?? 0; looks < RERANKED_ROWS; looks += times[most] ?? 0) most += 1
    const close: number[] = []
    for (let row = 0; row < size; row += 1) if ((differing[row] ?? 0) <= most) close.push(row)
    return close
  }

  private cosineAt(row: number, asked: Int8Array, length: number): number {
    const { cells, stride } = this
    const start = row * stride
    let sum = 0
    for (let at = 0; at < asked.length; at += 1) sum = (sum + Math.imul(cells[start + at] ?? 0, asked[at] ?? 0)) | 0
    return sum / (length * (this.lengths[row] ?? 0) || 1)
  }

  private get stride(): number {
    return this.words * WORD_BITS
  }

  private grow(): void {
    const rows = 2 * this.lengths.length
    const [cells, signs, lengths] = [this.cells, this.signs, this.lengths]
    this.cells = new Int8Array(rows * this.stride)
    this.signs = new Int32Array(rows * this.words)
    this.lengths = new Float64Array(rows)
    this.cells.set(cells)
    this.signs.set(signs)
    this.lengths.set(lengths)
  }
}

function signsOf(vector: Int8Array, words: number): Int32Array {
  const signs = new Int32Array(words)
  for (const [at, each] of vector.entries())
    if (each > 0) signs[at >> 5] = (signs[at >> 5] ?? 0) | (1 << (at % WORD_BITS))
  return signs
}

function lengthOf(vector: Int8Array): number {
  let sum = 0
  for (const each of vector) sum += each * each
  return Math.sqrt(sum)
}

/** Number of set bits of a 32-bit word. */
function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
