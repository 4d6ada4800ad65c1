import { previewApi, type PreviewId, type RelationId, type Source } from '@ruwu/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { readSession } from '../../session/session.ts'
import { PreviewStart } from './preview-start.ts'

export type PreviewTarget = { relationId: RelationId; source: Source }

const exit = (convId: PreviewId | undefined) => {
  if (convId && readSession()) void call(previewApi.exit, { body: { convId } }, { keepalive: true }).catch(() => {})
}

/** Starts a preview conversation on mount and ends it on unmount or when the tab closes. */
export function usePreviewSession({ relationId, source }: PreviewTarget) {
  const [convId, setConvId] = useState<PreviewId>()
  const [left, setLeft] = useState<number>()
  const [problem, setProblem] = useState<string>()
  /** The conversation to end on leaving. */
  const open = useRef<PreviewId>(undefined)
  const isHere = useRef(false)

  const start = useRef(new PreviewStart())

  const begin = useCallback(
    () =>
      start.current.begin(async () => {
        const started = await call(previewApi.start, { body: { subSourceId: relationId, source } })
        // One at a time: ends the superseded conversation, or this one when the component has unmounted meanwhile.
        exit(isHere.current ? open.current : started.convId)
        open.current = isHere.current ? started.convId : undefined
        setConvId(open.current)
        setLeft(started.left)
        return started.convId
      }),
    [relationId, source],
  )

  const tryBegin = useCallback(
    () =>
      begin().then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(messageOf(error)),
      ),
    [begin],
  )

  useEffect(() => {
    isHere.current = true
    const leave = () => {
      exit(open.current)
      open.current = undefined
    }
    void tryBegin()
    window.addEventListener('pagehide', leave)
    return () => {
      isHere.current = false
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [tryBegin])

  return {
    convId,
    left,
    problem,
    setLeft,
    move: (next: PreviewId) => {
      open.current = next
      setConvId(next)
    },
    /** Resolves when the conversation has started. */
    ready: () => start.current.ready(),
    /** Starts another conversation when the server no longer knows the old one. */
    begin,
    /** Retry after an error. */
    again: tryBegin,
  }
}
