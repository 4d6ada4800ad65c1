import { MaterialId, type ReplyPart } from '@ruwu/contract'
import { draftStore, focusComposer } from './draft-store.ts'
import { withTextBack } from './draft.ts'
import { setRefusal } from '../guard/server-refusals.ts'
import type { Outgoing, OutgoingContent } from '../sending/outgoing.ts'
import type { Refusal } from '../sending/send-outcome.ts'

/** Returns an unsent message to its customer's composer: text, quote and the parts that were to follow. */
export function restoreDraft([text, ...rest]: readonly Outgoing[], refusal: Refusal | undefined) {
  if (!text) return
  const { customerId, content, quote, suggestedSeq } = text
  draftStore.change(customerId, (draft) => ({
    ...withTextBack(draft, content.text ?? ''),
    quote: draft.quote ?? quote,
    suggestedSeq: draft.suggestedSeq ?? suggestedSeq ?? null,
    parts: [...rest.flatMap((it) => partOf(it.content)), ...draft.parts],
  }))
  const shown = draftStore.find(customerId)?.text ?? ''
  setRefusal(customerId, refusal && { ...refusal, text: shown })
  focusComposer(customerId)
}

function partOf({ type, text = '', placeholder = '', extra }: OutgoingContent): ReplyPart[] {
  if (type === 'image') return [{ type, url: text }]
  const materialId = MaterialId.safeParse(extra?.materialId).data
  return materialId ? [{ type: 'card', materialId, title: placeholder }] : []
}
