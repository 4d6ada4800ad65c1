import { ChatHttpError, createApi, createHttp, platform, type Api } from '@ruwu/chat-client'
import { ERRORS } from '@ruwu/contract'
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
export async function callChatService<T>(ask: (service: Api) => Promise<T>): Promise<T> {
  const asked = token()
  try {
    return await ask(chatService)
  } catch (error) {
    throw refusalOf(error, asked)
  }
}

function refusalOf(error: unknown, asked: string | undefined): Error {
  if (!(error instanceof ChatHttpError)) return new NetworkError()
  if (error.status === 429) return new ResultError(ERRORS.tooOften.code, ERRORS.tooOften.msg, null)
  if (error.status !== 401) return new ServiceError(error.serverText)
  endSessionOf(asked, 'expired')
  return new SessionEnded()
}
