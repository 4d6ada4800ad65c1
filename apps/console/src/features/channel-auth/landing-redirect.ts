import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { browserStorage, type KeyValueStorage } from '../../browser/storage.ts'
import { readSession } from '../../session/session.ts'
import { useFirstBound } from '../enterprise/index.ts'

export const LANDING_PATH = '/channel-auth'

const KEY = 'ruwu.visitBegun'
const NAME_LENGTH = 8

/** One sign-in, in all tabs, identified by a prefix of its token. */
const sessionPrefix = (token: string) => token.slice(0, NAME_LENGTH)

/** Until the agent chooses to work without an account, which holds for this sign-in. */
export const needsLanding = (memory: KeyValueStorage, token: string) => memory.get(KEY) !== sessionPrefix(token)

export const rememberLanding = (memory: KeyValueStorage, token: string) => memory.set(KEY, sessionPrefix(token))

/** 进入工作台 without an account. */
export function skipLanding(): void {
  const token = readSession()?.token
  if (token) rememberLanding(browserStorage, token)
}

/** From every page of the shell to the landing page, while the enterprise has no channel account. */
export function useLandingRedirect(): void {
  const { data: bound } = useFirstBound()
  const navigate = useNavigate()
  const token = readSession()?.token
  const isNeeded = bound === null && token !== undefined && needsLanding(browserStorage, token)
  useEffect(() => {
    if (isNeeded) void navigate(LANDING_PATH, { replace: true })
  }, [isNeeded, navigate])
}
