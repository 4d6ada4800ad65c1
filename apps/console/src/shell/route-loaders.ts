import { type AgentId, eventApi, roleApi } from '@ruwu/contract'
import { hasPermission, HOME_PATH } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { call } from '../api/call.ts'
import { createQueryClient } from '../api/query-client.ts'
import { browserStorage } from '../browser/storage.ts'
import { recallLastPage } from '../routing/last-page.ts'
import type { Page } from '../routing/page-table.ts'
import { isLoginPath, loginPathFrom, pathAfterLogin } from '../routing/sign-in-path.ts'
import { fetchPermissions, recallPermissions } from '../session/permission-cache.ts'
import { readSession } from '../session/session.ts'

export type ShellData = {
  /** The query cache, as old as the layout. */
  queries: QueryClient
  /** The newest event sequence number before the first fetch; null when the request failed, which causes a full refetch later. */
  baseline: number | null
}

async function fetchBaseline(): Promise<number | null> {
  try {
    return (await call(eventApi.list, { body: {} })).last
  } catch {
    return null
  }
}

/**
 * Runs in parallel with loading the scripts of shell and page, and asks for the page's first data meanwhile. The sequence
 * number must be read before the data it is compared with.
 */
export const shellLoader =
  (pages: readonly Pick<Page, 'path' | 'start'>[] = []) =>
  async ({ request }: LoaderFunctionArgs): Promise<ShellData | Response> => {
    const { pathname, search } = new URL(request.url)
    if (!readSession()) return redirect(loginPathFrom(pathname + search))
    const starting = pages.find(({ path }) => path === pathname)?.start?.()
    const data = { queries: createQueryClient(), baseline: await fetchBaseline() }
    // A script that fails to load is reported by the page, which needs it too.
    starting?.then((start) => start(data.queries, new URLSearchParams(search))).catch(() => {})
    return data
  }

/** Open without sign-in; signed-in agents also get realtime events of a colleague binding an account. */
export const channelAuthLoader = async (): Promise<ShellData> => ({
  queries: createQueryClient(),
  baseline: readSession() ? await fetchBaseline() : null,
})

/** A signed-in agent is redirected to the start page. */
export const loginLoader = () => (readSession() ? redirect('/') : null)

/** The consent page of an application needs a sign-in, and its sign-in page leads there. */
export function oauthLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  if (isLoginPath(pathname)) return readSession() ? redirect(pathAfterLogin({ pathname, search })) : null
  return readSession() ? null : redirect(loginPathFrom(pathname + search))
}

/** `/` redirects: to /login, to the agent's last page if the permissions known here allow it, else home. */
export const startLoader = (pages: readonly Pick<Page, 'path' | 'permission'>[]) => async (): Promise<Response> => {
  const session = readSession()
  if (!session) return redirect('/login')
  const page = pages.find(({ path }) => path === recallLastPage(browserStorage, session.agentId))
  return redirect(page && (await isPermitted(page, session.agentId)) ? page.path : HOME_PATH)
}

const askPermissions = async () => (await call(roleApi.ownPermissions)).mPerms

/**
 * Remembered permissions are taken as they are: asking again would delay the scripts of the page by a call. After a change of
 * role the guard of the page asks, and refuses.
 */
async function isPermitted({ permission }: Pick<Page, 'permission'>, agentId: AgentId): Promise<boolean> {
  if (permission === undefined) return true
  const known = recallPermissions(agentId) ?? (await fetchPermissions(askPermissions, agentId).catch(() => undefined))
  return hasPermission(known, permission)
}

/** `/setting/index` redirects to `/setting`. */
export function barePathLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return pathname.endsWith('/index') ? redirect(pathname.slice(0, -'/index'.length) + search) : null
}
