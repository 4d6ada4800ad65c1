export const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** A file dropped where nobody takes it would make the browser leave the page to show it. */
export function stayOnStrayDrops(page: Pick<EventTarget, 'addEventListener'>) {
  page.addEventListener('dragover', stay)
  page.addEventListener('drop', stay)
}

function stay(event: Event) {
  const isTaken = event.defaultPrevented || (event.target as Partial<HTMLInputElement> | null)?.type === 'file'
  if (isTaken || !hasFiles(event as DragEvent)) return
  event.preventDefault()
  const { dataTransfer } = event as DragEvent
  if (dataTransfer) dataTransfer.dropEffect = 'none'
}
