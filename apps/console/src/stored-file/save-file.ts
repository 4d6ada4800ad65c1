import { download } from '../api/upload.ts'

/** Downloads a file under its own name. */
export async function saveFile(url: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await download(url))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the blob after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
