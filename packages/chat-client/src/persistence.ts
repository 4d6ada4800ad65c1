import type { ChatStorage } from './storage.ts'

/**
 * Writes behind: changes made together are stored together and in their order, so that a crash leaves a state that once
 * was. A storage that fails is reported; the memory stays right and the server has everything.
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
