import { download } from '../api/upload.ts'

/** Puts a file into the agent's downloads under its own name. */
export async function saveFile(url: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await download(url))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
