import { previewApi, type PreviewId, type RelationId, type Source } from '@ruwu/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { PreviewStart } from './preview-start.ts'

export type PreviewPlace = { relationId: RelationId; source: Source }

const exit = (convId: PreviewId | undefined) => {
  if (convId) void call(previewApi.exit, { body: { convId } }, { keepalive: true }).catch(() => {})
}

/** Begins a preview when it is opened and ends it when it is left, with the page or with the whole tab. */
export function usePreviewSession({ relationId, source }: PreviewPlace) {
  const [convId, setConvId] = useState<PreviewId>()
  const [left, setLeft] = useState<number>()
  const [problem, setProblem] = useState<string>()
  /** What has to be ended on leaving. */
  const open = useRef<PreviewId>(undefined)
  const isHere = useRef(false)

  const start = useRef(new PreviewStart())

  const begin = useCallback(
    () =>
      start.current.begin(async () => {
        const started = await call(previewApi.start, { body: { subSourceId: relationId, source } })
        // One at a time: another that was begun meanwhile, or this one if everybody has left, is not needed.
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
    /** The preview, as soon as it has begun. */
    ready: () => start.current.ready(),
    /** Another preview, for a question that found the old one forgotten. */
    begin,
    /** Another try after a problem. */
    again: tryBegin,
  }
}
