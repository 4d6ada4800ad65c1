import { createStore, type Store } from '@ruwu/ui/store.ts'

/** An object URL, or `failed`; undefined while loading. */
export type KnownFile = { src: string } | 'failed' | undefined

type Entry = { file: Store<KnownFile>; bytes: number }

type FileCacheDeps = {
  download(url: string): Promise<Blob>
  toAddress(blob: Blob): string
  forget(address: string): void
  /** Bytes kept of files no longer shown, so that scrolling back fetches nothing. */
  keepBytes: number
}

/** Files that need authorisation, downloaded once and shared by all users of them. */
export function createFileCache({ download, toAddress, forget, keepBytes }: FileCacheDeps) {
  // Least recently used first (LRU).
  const entries = new Map<string, Entry>()

  async function fetchInto(url: string, entry: Entry) {
    try {
      const blob = await download(url)
      entry.bytes = blob.size
      entry.file.set({ src: toAddress(blob) })
    } catch {
      entry.file.set('failed')
    }
    trim()
  }

  function trim() {
    const unused = [...entries].filter(([, { file }]) => !file.isObserved())
    let bytes = unused.reduce((sum, [, it]) => sum + it.bytes, 0)
    for (const [url, { file, bytes: own }] of unused) {
      const known = file.get()
      // A failed download is retried next time.
      if (known !== 'failed' && bytes <= keepBytes) continue
      if (known === undefined) continue
      if (known !== 'failed') forget(known.src)
      entries.delete(url)
      bytes -= own
    }
  }

  return {
    get: (url: string): KnownFile => entries.get(url)?.file.get(),
    subscribe(url: string, listener: () => void): () => void {
      const entry = entries.get(url) ?? { file: createStore<KnownFile>(undefined, () => trim), bytes: 0 }
      const isNew = !entries.has(url)
      entries.delete(url)
      entries.set(url, entry)
      const unsubscribe = entry.file.subscribe(listener)
      if (isNew) void fetchInto(url, entry)
      return unsubscribe
    },
  }
}
