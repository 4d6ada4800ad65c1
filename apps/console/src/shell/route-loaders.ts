import { eventApi } from '@ruwu/contract'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { call } from '../api/call.ts'
import { browserStorage } from '../browser/storage.ts'
import { recallLastPage } from '../routing/last-page.ts'
import { isLoginPath, loginPathFrom, pathAfterLogin } from '../routing/sign-in-path.ts'
import { readSession } from '../session/session.ts'

export type RealtimeData = {
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

/** Runs in parallel with loading the shell's chunk. The sequence number must be read before the data it is compared with. */
export async function shellLoader({ request }: LoaderFunctionArgs): Promise<RealtimeData | Response> {
  if (readSession()) return { baseline: await fetchBaseline() }
  const { pathname, search } = new URL(request.url)
  return redirect(loginPathFrom(pathname + search))
}

/** Open without sign-in; signed-in agents also get realtime events of a colleague binding an account. */
export const channelAuthLoader = async (): Promise<RealtimeData> => ({
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

/** `/` redirects: to /login, to the last page, else home. The page guard checks permissions there. */
export const startLoader = () => redirect(readSession() ? recallLastPage(browserStorage) : '/login')

/** `/setting/index` redirects to `/setting`. */
export function barePathLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return pathname.endsWith('/index') ? redirect(pathname.slice(0, -'/index'.length) + search) : null
}
