/** What a key does on the canvas. */
export type CanvasCommand =
  | 'undo'
  | 'redo'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'remove'
  | 'open'
  | 'deselect'
  | 'add'
  | 'left'
  | 'right'
  | 'up'
  | 'down'

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

const plain: Record<string, CanvasCommand> = {
  Delete: 'remove',
  Backspace: 'remove',
  Enter: 'open',
  Escape: 'deselect',
  n: 'add',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const withMod: Record<string, CanvasCommand> = { z: 'undo', y: 'redo', c: 'copy', v: 'paste', a: 'selectAll' }

export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): CanvasCommand | undefined {
  if (altKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  if (!ctrlKey && !metaKey) return plain[name]
  if (shiftKey) return name === 'z' ? 'redo' : undefined
  return withMod[name]
}

const FAR = 5

const directions: Partial<Record<CanvasCommand, { x: number; y: number }>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** How far an arrow key moves the selected nodes, in steps of the grid; undefined for other commands. */
export function stepOf(command: CanvasCommand, isFar: boolean): { x: number; y: number } | undefined {
  const size = isFar ? FAR : 1
  const direction = directions[command]
  return direction && { x: direction.x * size, y: direction.y * size }
}
