import { type ConsoleEvent, PREVIEW_FRAMES, PreviewFrame } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { previewKeys } from './preview.queries.ts'

export function onPreviewEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'knowledge_change') return
  void cache.invalidateQueries({ queryKey: previewKeys.questions(event.relationId) })
}

type Listener = (frame: PreviewFrame) => void

const listeners = new Set<Listener>()
const types: readonly string[] = PREVIEW_FRAMES

/** Passes preview frames of the socket to listeners; frames of other types, or of a newer server, are ignored. */
export function onPreviewFrame({ type, content }: { type: string; content?: { text?: unknown } | undefined }) {
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
export function subscribePreviewFrames(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
