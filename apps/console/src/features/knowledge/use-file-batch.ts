import {
  ERRORS,
  KNOWLEDGE_FILE_BYTES_MAX,
  KNOWLEDGE_FILE_TYPES,
  knowledgeApi,
  type LibraryName,
  type RelationId,
} from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useEffect, useRef, useState } from 'react'
import { call, callOver } from '../../api/call.ts'
import { ResultError, fieldErrorsOf, messageOf } from '../../api/errors.ts'
import { progressFetch } from '../../api/progress-fetch.ts'
import { fileProblem } from '../../form/file-check.ts'
import { useFreshKnowledge } from './knowledge.mutations.ts'
import { texts } from './texts.ts'

/** `percent`: of the upload that is running. */
export type FileResult = { state: 'waiting' | 'running' | 'saved' | 'failed'; text: string; percent?: number }
export type FileResults = ReadonlyMap<File, FileResult>

const LIMIT = { types: KNOWLEDGE_FILE_TYPES, maxBytes: KNOWLEDGE_FILE_BYTES_MAX }

/** Adds documents one after the other, each as an entry of its own. Once the form is left, nothing more is added. */
export function useFileBatch(relationId: RelationId, library: LibraryName) {
  const [results, setResults] = useState<FileResults>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const refresh = useFreshKnowledge(relationId)
  const form = useRef<AbortController>(undefined)
  useEffect(() => {
    const opened = (form.current = new AbortController())
    return () => opened.abort()
  }, [])
  const isLeft = () => form.current?.signal.aborted !== false
  const note = (file: File, result: FileResult) => setResults((old) => new Map(old).set(file, result))

  /** Over the transport without a timeout: a slow upload must not count as the end of the session. */
  const upload = async (file: File) => {
    const { signal } = (form.current ??= new AbortController())
    const onProgress = (part: number) => {
      const percent = Math.round(part * 100)
      if (!signal.aborted) note(file, { state: 'running', text: texts.uploading(percent), percent })
    }
    onProgress(0)
    const callWithProgress = callOver(progressFetch({ signal, onProgress }))
    return callWithProgress(knowledgeApi.upload, { body: { relationId }, file })
  }

  const add = async (file: File, enabled: boolean): Promise<FileResult> => {
    const problem = fileProblem(file, LIMIT)
    if (problem) return { state: 'failed', text: problem }
    try {
      const { file: id } = await upload(file)
      if (isLeft()) return { state: 'waiting', text: texts.queued }
      await call(knowledgeApi.save, { body: { relationId, library, type: 'doc', title: '', file: id, enabled } })
      return { state: 'saved', text: texts.added }
    } catch (error) {
      return { state: 'failed', text: fieldErrorsOf(error).file ?? messageOf(error) }
    }
  }

  /** Those not added yet. Throws when some could not be. */
  const run = async (files: readonly File[], enabled: boolean): Promise<void> => {
    setIsRunning(true)
    let failed = 0
    for (const file of files.filter((each) => results.get(each)?.state !== 'saved')) {
      if (isLeft()) break
      const result = await add(file, enabled)
      if (result.state === 'failed') failed += 1
      note(file, result)
    }
    setIsRunning(false)
    await refresh()
    // The form that asked is gone: it has nothing to close, and nothing is said.
    if (isLeft()) return new Promise<never>(() => {})
    if (failed > 0) throw new ResultError(ERRORS.refused.code, texts.filesFailed(failed), null)
    toast.success(texts.added)
    return undefined
  }
  return { results, isRunning, run }
}
