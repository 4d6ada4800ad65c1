import { ERRORS, PREVIEW_TIMEOUT_MS, previewApi, type PreviewId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ResultError, messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { subscribePreviewFrames } from './preview.events.ts'
import {
  NO_TURNS,
  runningTurn,
  withFailure,
  withFrame,
  withTurnId,
  withQuestion,
  withRating,
  withoutTurn,
  type Rating,
  type Turn,
} from './preview-turns.ts'
import { texts } from './texts.ts'
import { usePreviewSession, type PreviewTarget } from './use-preview-session.ts'

const isGone = (error: unknown) => error instanceof ResultError && error.code === ERRORS.notFound.code

/** A test conversation with the AI; nothing is sent to a platform. */
export function usePreview(place: PreviewTarget) {
  const session = usePreviewSession(place)
  const [turns, setTurns] = useState(NO_TURNS)
  const [useDraft, setUseDraft] = useState(true)
  const asked = useRef(0)
  const { convId } = session
  const running = runningTurn(turns)

  useEffect(
    () => subscribePreviewFrames((frame) => frame.convId === convId && setTurns((old) => withFrame(old, frame))),
    [convId],
  )

  const runningKey = running?.key
  useEffect(() => {
    if (!runningKey) return undefined
    const timer = setTimeout(() => setTurns((old) => withFailure(old, runningKey, texts.timeout)), PREVIEW_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [runningKey])

  async function ask(question: string) {
    if (running) return
    asked.current += 1
    const key = `${asked.current}`
    setTurns((old) => withQuestion(old, key, question))
    try {
      await send(convId ?? (await session.ready()), key, question)
    } catch (error) {
      if (isGone(error)) await askInNewPreview(key, question)
      else setTurns((old) => withFailure(old, key, messageOf(error)))
    }
  }

  async function send(convId: PreviewId, key: string, text: string) {
    const { turnId, left } = await call(previewApi.chat, { body: { convId, text, useDraft } })
    session.setLeft(left)
    setTurns((old) => withTurnId(old, key, turnId))
  }

  /** The server expires abandoned previews; the question then starts another one. */
  async function askInNewPreview(key: string, question: string) {
    try {
      const convId = await session.begin()
      setTurns(withQuestion(NO_TURNS, key, question))
      toast.warning(texts.expired)
      await send(convId, key, question)
    } catch (error) {
      setTurns((old) => withFailure(old, key, messageOf(error)))
    }
  }

  function retry(turn: Turn) {
    if (running) return
    setTurns((old) => withoutTurn(old, turn.key))
    void ask(turn.question)
  }

  async function restart() {
    if (!convId) return
    try {
      const { convId: next } = await call(previewApi.restart, { body: { convId } })
      session.move(next)
      setTurns(NO_TURNS)
    } catch (error) {
      if (!isGone(error)) return showError(error)
      setTurns(NO_TURNS)
      void session.again()
    }
  }

  /** Optimistic: rolled back when refused. */
  async function rate({ key, turnId, rating: before }: Turn, rating: Rating) {
    if (!convId || !turnId) return
    setTurns((old) => withRating(old, key, rating))
    try {
      await call(previewApi.feedback, { body: { convId, turnId, rating } })
    } catch (error) {
      setTurns((old) => withRating(old, key, before))
      showError(error)
    }
  }

  return { session, turns: turns.list, running, useDraft, setUseDraft, ask, retry, restart, rate }
}

export type Preview = ReturnType<typeof usePreview>
