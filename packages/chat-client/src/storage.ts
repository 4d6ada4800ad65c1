/** One user's stored chat data. Keys are paths such as `message/u1:u2/00000003`. */
export type ChatStorage = {
  get(key: string): Promise<unknown>
  /** All entries with the key prefix, ordered by key. */
  list(prefix: string): Promise<[key: string, value: unknown][]>
  /** Atomic; undefined removes the key. */
  write(changes: ReadonlyMap<string, unknown>): Promise<void>
  clear(): Promise<void>
}

export function memoryStorage(): ChatStorage {
  const entries = new Map<string, unknown>()
  return {
    get: async (key) => entries.get(key),
    list: async (prefix) =>
      [...entries].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    write: async (changes) => {
      for (const [key, value] of changes) {
        if (value === undefined) entries.delete(key)
        else entries.set(key, value)
      }
    },
    clear: async () => entries.clear(),
  }
}
