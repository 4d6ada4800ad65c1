import type { CustomerId } from '@ruwu/contract'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Draft } from './draft/draft.ts'
import { changeDraft, onFocusRequest } from './draft/draft-store.ts'
import { type Edit, replaceSpan, type Span } from './insert-text.ts'

let isFirstBox = true

/**
 * Opening a customer focuses the composer, unless another input has the focus, or on touch devices, where the on-screen
 * keyboard would cover the messages.
 */
function shouldTakeKeyboard(): boolean {
  const wasFirst = isFirstBox
  isFirstBox = false
  if (!window.matchMedia('(hover: hover)').matches) return false
  const active = document.activeElement
  if (!active || active === document.body) return !wasFirst
  return !active.matches('input, textarea')
}

/** The textarea of a customer: value, caret and insertion. */
export function useBox(customerId: CustomerId, draft: Draft) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const field = draft.mode === 'reply' ? 'text' : 'note'
  const value = draft[field]
  const [selection, setSelection] = useState<Span>({ start: value.length, end: value.length })
  const wanted = useRef<number>(undefined)

  // Setting the value moves the caret to the end, so it is restored.
  useLayoutEffect(() => {
    if (wanted.current !== undefined) ref.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = undefined
  })

  useEffect(() => {
    if (shouldTakeKeyboard()) ref.current?.focus({ preventScroll: true })
  }, [])

  const focus = useCallback(() => ref.current?.focus(), [])

  useEffect(
    () =>
      onFocusRequest((id) => {
        // The box may be rendered only in the next frame.
        if (id === customerId) requestAnimationFrame(focus)
      }),
    [customerId, focus],
  )

  const edit = useCallback(
    ({ text, caret }: Edit) => {
      wanted.current = caret
      setSelection({ start: caret, end: caret })
      changeDraft(customerId, { [field]: text })
    },
    [customerId, field],
  )

  /** At the caret, or replacing the selection. */
  const insert = useCallback(
    (inserted: string) => {
      const text = ref.current?.value ?? ''
      const { selectionStart: start = 0, selectionEnd: end = 0 } = ref.current ?? {}
      edit(replaceSpan(text, { start, end }, inserted))
    },
    [edit],
  )

  return {
    ref,
    value,
    caret: selection.start,
    focus,
    edit,
    insert,
    type: (text: string, caret: number) => {
      setSelection({ start: caret, end: caret })
      changeDraft(customerId, { [field]: text })
    },
    select: setSelection,
  }
}
