import { type ConsoleEvent, PREVIEW_FRAMES, PreviewFrame } from '@ruwu/contract'
import { createEvent } from '@ruwu/ui/store.ts'
import type { QueryClient } from '@tanstack/react-query'
import { previewKeys } from './preview.queries.ts'

export function onPreviewEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'knowledge_change') return
  void cache.invalidateQueries({ queryKey: previewKeys.questions(event.relationId ?? undefined) })
}

const previewFrame = createEvent<[PreviewFrame]>()
const types: readonly string[] = PREVIEW_FRAMES

/** Passes preview frames of the socket to listeners; frames of other types, or of a newer server, are ignored. */
export function onPreviewFrame({ type, content }: { type: string; content?: { text?: unknown } | undefined }) {
  if (!types.includes(type) || typeof content?.text !== 'string') return
  const frame = PreviewFrame.safeParse(parse(content.text))
  if (frame.success) previewFrame.emit(frame.data)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const subscribePreviewFrames = previewFrame.on
