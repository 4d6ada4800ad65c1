import { redirect, type LoaderFunctionArgs } from 'react-router'
import { fetchBaseline } from '../realtime/baseline.ts'
import { readSession } from '../session/session.ts'
import { loginPathFrom } from '../session/sign-in-path.ts'

export type ShellData = {
  /** The event sequence number before the shell's first fetch; null when the request failed. */
  baseline: number | null
}

/**
 * Runs in parallel with loading the shell's chunk. The sequence number must be read before the data it is compared
 * with.
 */
export async function shellLoader({ request }: LoaderFunctionArgs): Promise<ShellData | Response> {
  if (!readSession()) {
    const { pathname, search } = new URL(request.url)
    return redirect(loginPathFrom(pathname + search))
  }
  return { baseline: await fetchBaseline() }
}
