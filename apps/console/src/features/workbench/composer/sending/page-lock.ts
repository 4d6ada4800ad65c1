const nameOf = (pageId: string) => `ruwu.page.${pageId}`

/**
 * Holds a Web Lock while this tab is open, so other tabs can tell. Released with the tab or by the returned function.
 */
export function holdPage(pageId: string): () => void {
  const controller = new AbortController()
  const untilReleased = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve())
  })
  navigator.locks?.request(nameOf(pageId), () => untilReleased).catch(() => {})
  return () => controller.abort()
}

/** Whether a tab is open. Without Web Locks all count as closed; a message sent twice is deduplicated by its chatId. */
export async function openPages(): Promise<(pageId: string) => boolean> {
  const held = (await navigator.locks?.query())?.held ?? []
  const names = new Set(held.map(({ name }) => name))
  return (pageId) => names.has(nameOf(pageId))
}
