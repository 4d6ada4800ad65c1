import type { Timers } from './connection-options.ts'
import type { ChatStorage } from './storage.ts'

const STORE = 'entries'
const AFTER_ALL = '\uffff'
/** Another tab can block opening indefinitely; after this time the client works without stored data. */
const OPEN_LIMIT_MS = 3000

/** Opens the database lazily, on first use. */
export function indexedDbStorage(factory: IDBFactory, name: string, timers: Pick<Timers, 'after'>): ChatStorage {
  let opening: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    opening ??= new Promise((resolve, reject) => {
      const request = factory.open(name, 1)
      const cancelLimit = timers.after(OPEN_LIMIT_MS, () => reject(new Error('indexedDB does not open')))
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
      request.addEventListener('success', () => {
        cancelLimit()
        // A late success is used from then on.
        opening = Promise.resolve(request.result)
        // Close on versionchange, so that another tab can delete or upgrade.
        request.result.addEventListener('versionchange', () => {
          request.result.close()
          opening = undefined
        })
        resolve(request.result)
      })
      request.addEventListener('error', () => {
        cancelLimit()
        opening = undefined
        reject(request.error ?? new Error('indexedDB'))
      })
    })
    return opening
  }

  /** Resolves after commit with the last request's result. */
  async function run<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => (() => T) | void): Promise<T> {
    const transaction = (await open()).transaction(STORE, mode)
    return new Promise((resolve, reject) => {
      const result = use(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => resolve(result?.() as T))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('indexedDB')))
    })
  }

  return {
    get: (key) =>
      run('readonly', (store) => {
        const found = store.get(key)
        return () => found.result as unknown
      }),
    list: (prefix) =>
      run('readonly', (store) => {
        const range = IDBKeyRange.bound(prefix, prefix + AFTER_ALL)
        const keys = store.getAllKeys(range)
        const values = store.getAll(range)
        return () =>
          keys.result.map((key, index) => [key as string, values.result[index] as unknown] as [string, unknown])
      }),
    write: (changes) =>
      run('readwrite', (store) => {
        for (const [key, value] of changes) {
          if (value === undefined) store.delete(key)
          else store.put(value, key)
        }
      }),
    clear: () => run('readwrite', (store) => void store.clear()),
  }
}
