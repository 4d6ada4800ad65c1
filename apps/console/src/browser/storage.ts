/** localStorage that never throws: in private windows or with a full disk nothing is stored. */
export type Memory = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run()
  } catch {
    return otherwise
  }
}

export const browserMemory: Memory = {
  get: (key) => attempt(() => localStorage.getItem(key), null),
  set: (key, value) => attempt(() => localStorage.setItem(key, value), undefined),
  remove: (key) => attempt(() => localStorage.removeItem(key), undefined),
}

/** For tests: an in-memory implementation. */
export function testMemory(initial: Record<string, string> = {}): Memory {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}
