import { type CustomerId, ERRORS, messageApi, type RewriteStyle } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { messageOf, ResultError } from '../../../../api/errors.ts'
import { showError } from '../../../../api/show-error.ts'
import { MODEL_HELP_KEY } from '../../model-help.queries.ts'
import { draftStore, focusComposer } from '../draft/draft-store.ts'
import type { Edit } from '../insert-text.ts'
import { texts } from '../texts.ts'

type Asked = { style: RewriteStyle; original: string }

type Rewriting =
  | (Asked & { kind: 'asking' })
  | (Asked & { kind: 'offered'; text: string })
  | (Asked & { kind: 'taken'; text: string })
  /** `said`: why there is nothing to take over. */
  | (Asked & { kind: 'none'; said: string })

type RewriteDeps = {
  customerId: CustomerId
  /** The reply in the box. */
  text: string
  /** The price the agent sees. */
  points: number
  edit: (edit: Edit) => void
  focus: () => void
}

/**
 * 改写 of the typed reply. The answer belongs to the text it was asked for: once that text has changed, in this tab or another, or the customer
 * is left, it is dropped.
 */
export function useRewrite({ customerId, text, points, edit, focus }: RewriteDeps) {
  const cache = useQueryClient()
  const [latest, setRewriting] = useState<Rewriting>()
  const rewriting = settled(latest, text)
  if (rewriting !== latest) setRewriting(rewriting)
  const request = useRef<AbortController>(undefined)
  const cancel = useCallback(() => {
    request.current?.abort()
    request.current = undefined
  }, [])

  const ask = useCallback(
    async (style: RewriteStyle) => {
      cancel()
      const original = draftStore.find(customerId)?.text ?? ''
      if (original.trim() === '') return
      const mine = new AbortController()
      request.current = mine
      const asked = { style, original }
      setRewriting({ ...asked, kind: 'asking' })
      // Its keys are those of the box; the menu or button that had the focus goes away.
      focusComposer(customerId)
      try {
        const body = { customerId, text: original, style, maxPoints: points }
        const { text: written } = await call(messageApi.rewrite, { body }, { signal: mine.signal })
        if (mine.signal.aborted) return
        const isSame = written === original.trim()
        setRewriting(
          isSame ? { ...asked, kind: 'none', said: texts.rewriteSame } : { ...asked, kind: 'offered', text: written },
        )
      } catch (error) {
        if (mine.signal.aborted) return
        if (error instanceof ResultError && error.code === ERRORS.pointsShort.code) showError(error)
        void cache.invalidateQueries({ queryKey: MODEL_HELP_KEY })
        setRewriting({ ...asked, kind: 'none', said: messageOf(error) })
      }
      if (request.current === mine) request.current = undefined
    },
    [customerId, points, cancel, cache],
  )

  useEffect(
    () => () => {
      if (request.current) toast.info(texts.rewriteLeft)
      cancel()
    },
    [cancel],
  )

  const isAsking = rewriting?.kind === 'asking'
  useEffect(() => {
    if (!isAsking) cancel()
  }, [isAsking, cancel])

  const put = (to: string) => {
    edit({ text: to, caret: to.length })
    focus()
  }
  const close = () => {
    cancel()
    setRewriting(undefined)
    focus()
  }
  const take = () => {
    if (rewriting?.kind !== 'offered') return
    setRewriting({ ...rewriting, kind: 'taken' })
    put(rewriting.text)
  }
  const undo = () => {
    if (rewriting?.kind !== 'taken') return
    put(rewriting.original)
    setRewriting(undefined)
  }
  return { shown: rewriting, ask, take, undo, close }
}

/**
 * An answer is dropped for good when its text has changed, which is told until the box is emptied; a text that was edited after it was taken
 * over is the agent's own.
 */
function settled(rewriting: Rewriting | undefined, text: string): Rewriting | undefined {
  if (!rewriting || text === '') return undefined
  const { kind, style, original } = rewriting
  // It may stand in the box only with the next rendering.
  if (kind === 'none' || text === original) return rewriting
  if (kind === 'taken') return text === rewriting.text ? rewriting : undefined
  return { kind: 'none', style, original, said: texts.rewriteStale }
}

export type RewriteState = ReturnType<typeof useRewrite>
