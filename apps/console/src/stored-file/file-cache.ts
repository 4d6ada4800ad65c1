/** An object URL, or `failed`; undefined while loading. */
export type KnownFile = { src: string } | 'failed' | undefined

type Entry = { known: KnownFile; bytes: number; listeners: Set<() => void> }

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
      entry.known = { src: toAddress(blob) }
      entry.bytes = blob.size
    } catch {
      entry.known = 'failed'
    }
    for (const listener of entry.listeners) listener()
    trim()
  }

  function trim() {
    const unused = [...entries].filter(([, it]) => it.listeners.size === 0)
    let bytes = unused.reduce((sum, [, it]) => sum + it.bytes, 0)
    for (const [url, { known, bytes: own }] of unused) {
      // A failed download is retried next time.
      if (known !== 'failed' && bytes <= keepBytes) continue
      if (known === undefined) continue
      if (known !== 'failed') forget(known.src)
      entries.delete(url)
      bytes -= own
    }
  }

  return {
    get: (url: string): KnownFile => entries.get(url)?.known,
    subscribe(url: string, listener: () => void): () => void {
      const entry = entries.get(url) ?? { known: undefined, bytes: 0, listeners: new Set() }
      const isNew = !entries.has(url)
      entries.delete(url)
      entries.set(url, entry)
      entry.listeners.add(listener)
      if (isNew) void fetchInto(url, entry)
      return () => {
        entry.listeners.delete(listener)
        trim()
      }
    },
  }
}
