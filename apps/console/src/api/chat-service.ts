import { ChatHttpError, createApi, createHttp, platform, type Api } from '@ruwu/chat-client'
import { ERRORS } from '@ruwu/contract'
import { ERROR_TEXTS } from '@ruwu/domain'
import { runtimeConfig } from '../browser/runtime-config.ts'
import { endSessionOf } from '../session/session-end.ts'
import { readSession } from '../session/session.ts'
import { addressOf } from './clients.ts'
import { NetworkError, ResultError, ServiceError, SessionEnded } from './errors.ts'

export const hostAddress = (path: string) => addressOf('host', runtimeConfig().baseUrl) + path
export const token = () => readSession()?.token

const chatService = createApi(
  createHttp({
    host: '',
    fetch: (path, init) => platform.fetch(hostAddress(path), init),
    timers: platform.timers,
    token,
  }),
)

/** The chat service's own routes answer without the envelope; their refusals become the console's error classes. */
export async function callChatService<T>(ask: (service: Api) => Promise<T>, isRepeated = false): Promise<T> {
  const asked = token()
  try {
    return await ask(chatService)
  } catch (error) {
    if (!(error instanceof ChatHttpError)) throw new NetworkError()
    const current = token()
    // As in `createCall`: a password changed meanwhile only made the old token refused.
    if (error.status === 401 && current !== undefined && current !== asked && !isRepeated)
      return callChatService(ask, true)
    throw chatRefusal(error.status, error.serverText, asked)
  }
}

/** Why the chat service refused. Its own texts are English; the product's, as of the demo, are passed on. */
export function chatRefusal(status: number, text: string | undefined, asked: string | undefined): Error {
  if (status === 429) return new ResultError(ERRORS.tooOften.code, ERRORS.tooOften.msg, null)
  if (status === 507) return new ServiceError(ERROR_TEXTS.storageFull)
  if (status !== 401) return new ServiceError(text && /\p{Script=Han}/u.test(text) ? text : undefined)
  endSessionOf(asked, 'expired')
  return new SessionEnded()
}
