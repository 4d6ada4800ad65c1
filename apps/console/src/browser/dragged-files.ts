export const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Prevents the browser from navigating to a file dropped outside a drop zone. */
export function preventStrayDrops(page: Pick<EventTarget, 'addEventListener'>) {
  page.addEventListener('dragover', preventStrayDrop)
  page.addEventListener('drop', preventStrayDrop)
}

function preventStrayDrop(event: Event) {
  const isTaken = event.defaultPrevented || (event.target as Partial<HTMLInputElement> | null)?.type === 'file'
  if (isTaken || !hasFiles(event as DragEvent)) return
  event.preventDefault()
  const { dataTransfer } = event as DragEvent
  if (dataTransfer) dataTransfer.dropEffect = 'none'
}
