type Timer<T> = { time: number; order: number; item: T; isDropped: boolean }

/** Planned items, earliest first, equal times in the order they were added. */
export class TimerHeap<T> {
  private heap: Timer<T>[] = []
  private added = 0

  /** The answer takes the item out again. */
  add(time: number, item: T): () => void {
    const timer = { time, order: this.added++, item, isDropped: false }
    this.heap.push(timer)
    this.rise(this.heap.length - 1)
    return () => {
      timer.isDropped = true
    }
  }

  nextTime(): number | undefined {
    this.skipDropped()
    return this.heap[0]?.time
  }

  takeDue(now: number): Timer<T> | undefined {
    this.skipDropped()
    const first = this.heap[0]
    return first && first.time <= now ? this.take() : undefined
  }

  clear(): void {
    this.heap = []
  }

  private skipDropped(): void {
    while (this.heap[0]?.isDropped) this.take()
  }

  private take(): Timer<T> | undefined {
    const first = this.heap[0]
    const last = this.heap.pop()
    if (last && this.heap.length > 0) {
      this.heap[0] = last
      this.sink(0)
    }
    return first
  }

  private isBefore(left: number, right: number): boolean {
    const a = this.heap[left]
    const b = this.heap[right]
    if (!a || !b) return a !== undefined
    return a.time === b.time ? a.order < b.order : a.time < b.time
  }

  private swap(left: number, right: number): void {
    const a = this.heap[left]
    const b = this.heap[right]
    if (!a || !b) return
    this.heap[left] = b
    this.heap[right] = a
  }

  private rise(start: number): void {
    for (let index = start; index > 0;) {
      const parent = (index - 1) >> 1
      if (!this.isBefore(index, parent)) return
      this.swap(index, parent)
      index = parent
    }
  }

  private sink(start: number): void {
    for (let index = start; ;) {
      const left = index * 2 + 1
      const right = left + 1
      let first = index
      if (left < this.heap.length && this.isBefore(left, first)) first = left
      if (right < this.heap.length && this.isBefore(right, first)) first = right
      if (first === index) return
      this.swap(index, first)
      index = first
    }
  }
}
