import { ChatHttpError, createApi, createHttp, platform } from '@ruwu/chat-client'
import { ERRORS } from '@ruwu/contract'
import { runtimeConfig } from '../runtime-config.ts'
import { endSession } from '../session/session-end.ts'
import { readSession } from '../session/session.ts'
import { addressOf } from './clients.ts'
import { ResultError, ServiceError, SessionEnded } from './errors.ts'

const hostAddress = (path: string) => addressOf('host', runtimeConfig().baseUrl) + path
const token = () => readSession()?.token

const files = createApi(
  createHttp({
    host: '',
    fetch: (path, init) => platform.fetch(hostAddress(path), init),
    timers: platform.timers,
    token,
  }),
)

/** Keeps a file of a form and answers its address. Private ones are only shown to agents of the enterprise. */
export async function upload(file: File, isPrivate: boolean): Promise<string> {
  try {
    return (await files.upload({ file, fileName: file.name, isPrivate })).path
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): Error {
  if (!(error instanceof ChatHttpError)) return new ServiceError('Network Error')
  if (error.status === 429) return new ResultError(ERRORS.tooOften.code, ERRORS.tooOften.msg, null)
  if (error.status !== 401) return new ServiceError()
  endSession('expired')
  return new SessionEnded()
}

/** The content of a kept file, private ones included. */
export async function download(path: string): Promise<Blob> {
  const response = await fetch(hostAddress(path), { headers: { authorization: `Bearer ${token() ?? ''}` } })
  if (!response.ok) throw new ServiceError()
  return response.blob()
}
