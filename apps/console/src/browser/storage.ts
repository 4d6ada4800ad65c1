/** Local storage that never throws: private windows and full disks only make us forgetful. */
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

/** For tests: remembers as long as it lives. */
export function testMemory(initial: Record<string, string> = {}): Memory {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}
