const nameOf = (pageId: string) => `ruwu.page.${pageId}`

/** As long as it is held, other tabs know that this page is open. Ends with the page or by the returned function. */
export function holdPage(pageId: string): () => void {
  const controller = new AbortController()
  const untilReleased = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve())
  })
  navigator.locks?.request(nameOf(pageId), () => untilReleased).catch(() => {})
  return () => controller.abort()
}

/** Whether a page is open. Where browsers cannot tell, none is taken to be: repetitions are known by their chatId. */
export async function openPages(): Promise<(pageId: string) => boolean> {
  const held = (await navigator.locks?.query())?.held ?? []
  const names = new Set(held.map(({ name }) => name))
  return (pageId) => names.has(nameOf(pageId))
}
