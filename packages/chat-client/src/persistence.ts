import type { ChatStorage } from './storage.ts'

/**
 * Write-behind cache: changes of one tick are written in one transaction and in order, so a crash leaves a consistent earlier
 * state. Storage failures are reported and otherwise ignored: memory is current and the server has everything.
 */
export class Persistence {
  private readonly storage: ChatStorage
  private readonly report: (error: unknown) => void
  private changes = new Map<string, unknown>()
  private writing: Promise<void> | undefined

  constructor(storage: ChatStorage, report: (error: unknown) => void) {
    this.storage = storage
    this.report = report
  }

  /** Undefined removes. */
  set(key: string, value: unknown): void {
    this.changes.set(key, value)
    this.writing ??= this.flush()
  }

  async get(key: string): Promise<unknown> {
    try {
      return await this.storage.get(key)
    } catch (error) {
      this.report(error)
      return undefined
    }
  }

  async list(prefix: string): Promise<[key: string, value: unknown][]> {
    try {
      await this.writing
      return await this.storage.list(prefix)
    } catch (error) {
      this.report(error)
      return []
    }
  }

  async clear(): Promise<void> {
    this.changes.clear()
    await this.writing
    await this.storage.clear().catch(this.report)
  }

  private async flush(): Promise<void> {
    await Promise.resolve()
    while (this.changes.size > 0) {
      const changes = this.changes
      this.changes = new Map()
      await this.storage.write(changes).catch(this.report)
    }
    this.writing = undefined
  }
}
