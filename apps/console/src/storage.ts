/** Storage that never throws: private windows and full disks only make us forgetful. */
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

/** The storage is looked up in the attempt, because merely naming it may throw. */
const memoryOf = (storage: () => Storage): Memory => ({
  get: (key) => attempt(() => storage().getItem(key), null),
  set: (key, value) => attempt(() => storage().setItem(key, value), undefined),
  remove: (key) => attempt(() => storage().removeItem(key), undefined),
})

export const browserMemory = memoryOf(() => localStorage)

/** Remembers as long as the tab is open. */
export const visitMemory = memoryOf(() => sessionStorage)

/** For tests: remembers as long as it lives. */
export function testMemory(initial: Record<string, string> = {}): Memory {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}
