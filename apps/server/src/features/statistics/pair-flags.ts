/** Slots at first; always a power of two, and at most half of them in use. */
const SLOTS = 2 ** 12
/** Customers have numbers of 31 bits. */
const CUSTOMERS = 2 ** 31

/** Flags of pairs of a group and a customer: a hash table of numbers, which takes memory for the pairs that there are. */
export class PairFlags {
  // 0: free.
  private keys = new Float64Array(SLOTS)
  private flags = new Uint16Array(SLOTS)
  private pairs = 0

  /** Answers the flags that the pair had before. */
  add(group: number, customer: number, flags: number): number {
    const key = (group + 1) * CUSTOMERS + customer
    const slot = slotOf(this.keys, key, group, customer)
    const before = this.flags[slot]!
    this.flags[slot] = before | flags
    if (before !== 0) return before
    this.keys[slot] = key
    this.pairs += 1
    if (this.pairs * 2 > this.keys.length) this.grow()
    return 0
  }

  private grow(): void {
    const { keys, flags } = this
    this.keys = new Float64Array(keys.length * 2)
    this.flags = new Uint16Array(keys.length * 2)
    for (let old = 0; old < keys.length; old += 1) {
      const key = keys[old]!
      if (key === 0) continue
      const slot = slotOf(this.keys, key, Math.floor(key / CUSTOMERS) - 1, key % CUSTOMERS)
      this.keys[slot] = key
      this.flags[slot] = flags[old]!
    }
  }
}

/** The pair's, or a free one. */
function slotOf(keys: Float64Array, key: number, group: number, customer: number): number {
  const mask = keys.length - 1
  const hash = Math.imul(Math.imul(customer, 0x9e3779b1) ^ Math.imul(group + 1, 0x85ebca6b), 0xc2b2ae35)
  let slot = (hash ^ (hash >>> 15)) & mask
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask
  return slot
}
