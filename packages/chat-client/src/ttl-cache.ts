import { CHAT_STORE } from '@ruwu/domain'

type Kept<T> = { value: T; cachedAt: number }

const MOST_ENTRIES = 2000

/** 60 s cache; concurrent loads of one id share a request (single flight). */
export class TtlCache<T> {
  private readonly load: (id: string) => Promise<T>
  private readonly now: () => number
  private readonly entries = new Map<string, Kept<T>>()
  private readonly loading = new Map<string, Promise<T>>()

  constructor(load: (id: string) => Promise<T>, now: () => number) {
    this.load = load
    this.now = now
  }

  async get(id: string): Promise<T> {
    const kept = this.entries.get(id)
    if (kept && this.now() - kept.cachedAt < CHAT_STORE.cacheMs) return kept.value
    const loading =
      this.loading.get(id) ??
      this.load(id)
        .then((value) => this.set(id, value))
        .finally(() => this.loading.delete(id))
    this.loading.set(id, loading)
    return loading
  }

  set(id: string, value: T): T {
    this.entries.delete(id)
    this.entries.set(id, { value, cachedAt: this.now() })
    const oldest = this.entries.size > MOST_ENTRIES ? this.entries.keys().next().value : undefined
    if (oldest !== undefined) this.entries.delete(oldest)
    return value
  }

  /** Regardless of age. */
  find(id: string): T | undefined {
    return this.entries.get(id)?.value
  }

  change(id: string, change: (value: T) => T): void {
    const kept = this.entries.get(id)
    if (kept) this.entries.set(id, { ...kept, value: change(kept.value) })
  }

  drop(id: string): void {
    this.entries.delete(id)
  }
}
