import type { TableFile } from '@ruwu/contract'

/** Saves a table that a call answered: an import template or an export. */
export function saveTable({ name, content }: TableFile): void {
  const bytes = Uint8Array.from(atob(content), (it) => it.charCodeAt(0))
  saveBlob(new Blob([bytes]), name)
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the blob after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
