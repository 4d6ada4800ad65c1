import { ATTACHMENT_PATH } from '@ruwu/chat-client'
import { chatRefusal } from '../../../../api/chat-service.ts'
import { addressOf } from '../../../../api/clients.ts'
import { NetworkError, ServiceError } from '../../../../api/errors.ts'
import { runtimeConfig } from '../../../../browser/runtime-config.ts'
import { readSession } from '../../../../session/session.ts'
import { texts } from '../texts.ts'

export type UploadRequest = {
  file: File
  topicId: string
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (part: number) => void
}

/**
 * Uploads a private file of a customer's thread and returns its address. XMLHttpRequest, because fetch reports no
 * upload progress.
 */
export function uploadAttachment({ file, topicId, signal, onProgress }: UploadRequest): Promise<string> {
  const form = new FormData()
  form.append('topicId', topicId)
  form.append('private', 'true')
  form.append('file', file, file.name)
  const token = readSession()?.token
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf('host', runtimeConfig().baseUrl) + ATTACHMENT_PATH)
    request.setRequestHeader('authorization', `Bearer ${token ?? ''}`)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const path = textIn(request.response, 'path')
      if (request.status === 200 && path) resolve(path)
      else reject(refusalOf(request, token))
    })
    request.addEventListener('error', () => reject(new NetworkError()))
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function textIn(answer: unknown, key: 'path' | 'error'): string | undefined {
  const value = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : undefined
}

const refusalOf = ({ status, response }: XMLHttpRequest, token: string | undefined): Error =>
  status === 413 ? new ServiceError(texts.fileTooLarge) : chatRefusal(status, textIn(response, 'error'), token)
