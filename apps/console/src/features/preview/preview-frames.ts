import { PREVIEW_FRAMES, PreviewFrame } from '@ruwu/contract'

type Listener = (frame: PreviewFrame) => void

const listeners = new Set<Listener>()
const types: readonly string[] = PREVIEW_FRAMES

/** Passes preview frames of the socket to listeners; frames of other types, or of a newer server, are ignored. */
export function notePreview({ type, content }: { type: string; content?: { text?: unknown } | undefined }) {
  if (!types.includes(type) || typeof content?.text !== 'string') return
  const frame = PreviewFrame.safeParse(parse(content.text))
  if (!frame.success) return
  for (const listener of listeners) listener(frame.data)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the unsubscription. */
export function onPreviewFrame(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
