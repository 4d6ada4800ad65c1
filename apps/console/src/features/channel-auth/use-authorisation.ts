import { channelApi, type RelationId, type Source } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { ResultError } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { texts } from './texts.ts'

const POLL_MS = 3000
const GIVE_UP_MS = 10 * 60_000

/** The page the platform's window redirects to afterwards: the accounts of this source. */
export const accountsPath = (source: Source) => `/channel?source=${source}`

const WINDOW_NAME = 'ruwu-authorise'
export const openUrls = { redbook: channelApi.openUrlRedbook, douyin: channelApi.openUrlDouyin }

const lastOpened = (source: Source, preCode?: string) =>
  call(channelApi.lastOpenSuccess, { query: { source, preCode } })

type Attempt = {
  url: string
  preCode: string
  isBlocked: boolean
  /** The newest authorisation time before this attempt, by the server's clock: the local clock may be wrong. */
  before: string
}

export type Authorisation =
  | { step: 'idle'; isStarting: boolean }
  | { step: 'waiting'; url: string; isBlocked: boolean }
  | { step: 'late'; isChecking: boolean }
  /** The attempt has ended in the platform's window: declined, refused or over. */
  | { step: 'failed'; error: ResultError }
  | { step: 'done'; name: string; relationId: RelationId; isInScope: boolean }

/**
 * One authorisation from the click to the bound account. The platform's page opens in a window of its own (another
 * origin), so success is detected by polling the server for a newer account.
 */
export function useAuthorisation(source: Source) {
  const [attempt, setAttempt] = useState<Attempt>()
  const [isStarting, setIsStarting] = useState(false)
  const [isLate, setIsLate] = useState(false)
  const isNewer = (opened: { openedAt: string } | null | undefined) =>
    attempt !== undefined && Boolean(opened && opened.openedAt > attempt.before)

  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['channel', 'last-open', source, attempt?.preCode],
    queryFn: () => lastOpened(source, attempt?.preCode),
    enabled: attempt !== undefined && !isLate,
    refetchInterval: ({ state }) => (isNewer(state.data) || state.error instanceof ResultError ? false : POLL_MS),
    retry: false,
    // The platform's window is in front meanwhile.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const isDone = isNewer(data)
  const failure = attempt && error instanceof ResultError ? error : undefined

  useEffect(() => {
    if (!attempt || isDone || isLate || failure) return undefined
    const timer = setTimeout(() => setIsLate(true), GIVE_UP_MS)
    return () => clearTimeout(timer)
  }, [attempt, isDone, isLate, failure])

  async function start() {
    // Before any await: popup blockers only allow a window opened directly by the click.
    const opened = window.open('', WINDOW_NAME)
    setIsStarting(true)
    setIsLate(false)
    setAttempt(undefined)
    try {
      const before = (await lastOpened(source))?.openedAt ?? ''
      const { url, preCode } = await call(openUrls[source], { query: { reqPage: accountsPath(source) } })
      const isBlocked = !opened || opened.closed
      if (!isBlocked) opened.location.replace(url)
      setAttempt({ url, preCode, isBlocked, before })
    } catch (error) {
      opened?.close()
      showError(error)
    } finally {
      setIsStarting(false)
    }
  }

  async function check() {
    const { data, error } = await refetch()
    if (error) return error instanceof ResultError ? undefined : showError(error)
    if (!isNewer(data)) toast.warning(texts.stillNothing)
  }

  const reset = () => {
    setAttempt(undefined)
    setIsLate(false)
  }

  return { state: stateOf(), start, check, reset }

  function stateOf(): Authorisation {
    if (!attempt) return { step: 'idle', isStarting }
    if (isDone && data) {
      const { name, relationId, isInScope } = data
      return { step: 'done', name, relationId, isInScope }
    }
    if (failure) return { step: 'failed', error: failure }
    if (isLate) return { step: 'late', isChecking: isFetching }
    return { step: 'waiting', url: attempt.url, isBlocked: attempt.isBlocked }
  }
}
