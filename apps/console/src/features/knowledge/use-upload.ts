import { knowledgeApi, type RelationId } from '@ruwu/contract'
import { useEffect, useRef, useState } from 'react'
import { callOver } from '../../api/call.ts'
import { SessionEnded, fieldErrorsOf, messageOf } from '../../api/errors.ts'
import { progressFetch } from '../../api/progress-fetch.ts'

/** The running upload; undefined without one. */
export type Upload =
  | { state: 'running'; file: File; progress: number }
  /** Final: a retry of the same file cannot succeed. */
  | { state: 'failed'; file: File; reason: string; isFinal: boolean }
  | { state: 'done'; file: File }

/** One upload at a time: a new one replaces it, unmounting aborts it. */
export function useUpload(relationId: RelationId, onDone: (file: string) => void) {
  const [upload, setUpload] = useState<Upload>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const onProgress = (progress: number) => !signal.aborted && setUpload({ state: 'running', file, progress })
    onProgress(0)
    try {
      const call = callOver(progressFetch({ signal, onProgress }))
      const { file: id } = await call(knowledgeApi.upload, { body: { relationId }, file })
      if (signal.aborted) return
      setUpload({ state: 'done', file })
      onDone(id)
    } catch (error) {
      if (signal.aborted || error instanceof SessionEnded) return
      const refusal = fieldErrorsOf(error).file
      setUpload({ state: 'failed', file, reason: refusal ?? messageOf(error), isFinal: refusal !== undefined })
    }
  }

  const cancel = () => {
    running.current?.abort()
    setUpload(undefined)
    onDone('')
  }
  return { upload, start, cancel }
}
