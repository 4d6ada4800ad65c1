import { useCallback, useSyncExternalStore } from 'react'
import { download } from '../api/upload.ts'
import { createFileMemory, type KnownFile } from './file-cache.ts'

const KEEP_BYTES = 64 * 1024 * 1024

const memory = createFileMemory({
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
    (listener: () => void) => (isOurs ? memory.subscribe(url, listener) : leaveNothing),
    [url, isOurs],
  )
  const known = useSyncExternalStore(subscribe, () => (isOurs ? memory.get(url) : undefined))
  if (isOurs) return known
  return url === '' ? 'failed' : { src: url }
}
