import type { CustomerId } from '@ruwu/contract'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Draft } from './draft/draft.ts'
import { changeDraft, onBoxWanted } from './draft/draft-store.ts'
import { type Edit, replaceSpan, type Span } from './insert-text.ts'

let isFirstBox = true

/** Who opens a customer wants to write to them, unless they are writing elsewhere. A touch keyboard would cover what was said. */
function shouldTakeKeyboard(): boolean {
  const wasFirst = isFirstBox
  isFirstBox = false
  if (!window.matchMedia('(hover: hover)').matches) return false
  const active = document.activeElement
  if (!active || active === document.body) return !wasFirst
  return !active.matches('input, textarea')
}

/** The text area of a customer: what stands in it, where the caret is, and how words get there. */
export function useBox(customerId: CustomerId, draft: Draft) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const field = draft.mode === 'reply' ? 'text' : 'note'
  const value = draft[field]
  const [selection, setSelection] = useState<Span>({ start: value.length, end: value.length })
  const wanted = useRef<number>(undefined)

  // A changed value puts the caret at its end, wherever the words went.
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
      onBoxWanted((id) => {
        // The box may only now be drawn again.
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

  /** Where the caret stands, or in place of what is selected. */
  const insert = useCallback(
    (words: string) => {
      const text = ref.current?.value ?? ''
      const { selectionStart: start = 0, selectionEnd: end = 0 } = ref.current ?? {}
      edit(replaceSpan(text, { start, end }, words))
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
