import { useCallback, useSyncExternalStore } from 'react'
import { download } from '../api/upload.ts'
import { createFileCache, type KnownFile } from './file-cache.ts'
import { saveBlob } from './save-table.ts'

const KEEP_BYTES = 64 * 1024 * 1024

const fileCache = createFileCache({
  download,
  toAddress: (blob) => URL.createObjectURL(blob),
  forget: (address) => URL.revokeObjectURL(address),
  keepBytes: KEEP_BYTES,
})

const isKeptHere = (url: string) => url.startsWith('/api/attachment/')
const leaveNothing = () => {}

/** File by address. Ours may be private, and a plain `img` sends no Authorization header. */
export function useStoredFile(url: string): KnownFile {
  const isOurs = isKeptHere(url)
  const subscribe = useCallback(
    (listener: () => void) => (isOurs ? fileCache.subscribe(url, listener) : leaveNothing),
    [url, isOurs],
  )
  const known = useSyncExternalStore(subscribe, () => (isOurs ? fileCache.get(url) : undefined))
  if (isOurs) return known
  return url === '' ? 'failed' : { src: url }
}

/** Downloads a file under its own name. */
export async function saveFile(url: string, name: string): Promise<void> {
  saveBlob(await download(url), name)
}
