import { ERRORS, type Endpoint } from '@ruwu/contract'
import { runtimeConfig } from '../browser/runtime-config.ts'
import { endSessionOf } from '../session/session-end.ts'
import { readSession } from '../session/session.ts'
import { addressOf, headersOf } from './clients.ts'
import { NetworkError, ResultError, ServiceError, SessionEnded } from './errors.ts'

/** The file that a call answers instead of an envelope. Without a timeout: a large file may take longer than any answer. */
export async function downloadFrom({ path }: Endpoint, query: Record<string, string>): Promise<Blob> {
  const address = `${addressOf('core', runtimeConfig().baseUrl)}${path}?${new URLSearchParams(query)}`
  const session = readSession()
  const headers = headersOf('core', session, '')
  const response = await fetch(address, { headers, credentials: 'omit' }).catch(() => {
    throw new NetworkError()
  })
  if (response.status === 401) {
    endSessionOf(session?.token, 'expired')
    throw new SessionEnded()
  }
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: unknown }
    throw code === ERRORS.internal.code ? new ServiceError(msg) : new ResultError(code, msg, data)
  }
  if (!response.ok) throw new ServiceError()
  return response.blob()
}
