import { afterEach, expect, test, vi } from 'vitest'
import { progressFetch } from './progress-fetch.ts'

/** As much of the browser's request as is used. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  upload = new EventTarget()
  status = 200
  responseText = '{"code":1}'
  opened: unknown[] = []
  headers: Record<string, string> = {}
  sent: unknown
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(...parts: unknown[]) {
    this.opened = parts
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: unknown) {
    this.sent = body
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
}

vi.stubGlobal('XMLHttpRequest', FakeRequest)
afterEach(() => vi.clearAllMocks())

const begin = () => {
  const cancel = new AbortController()
  const onProgress = vi.fn()
  const body = new FormData()
  const send = progressFetch({ signal: cancel.signal, onProgress })
  const answer = send('/luna/upload', { method: 'POST', headers: { authorization: 'Bearer t' }, body })
  return { cancel, onProgress, body, answer, request: FakeRequest.last }
}

test('what is sent is the request that was asked for, and its answer comes back', async () => {
  const { answer, request, body } = begin()
  request.dispatchEvent(new Event('load'))

  expect(request).toMatchObject({
    opened: ['POST', '/luna/upload'],
    headers: { authorization: 'Bearer t' },
    sent: body,
  })
  expect(await (await answer).json()).toEqual({ code: 1 })
})

test('it tells how far it is', () => {
  const { onProgress, request } = begin()
  request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 3, total: 4 }))
  request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 3, total: 0 }))

  expect(onProgress.mock.calls).toEqual([[0.75], [0]])
})

test('cancelling ends the request', async () => {
  const { answer, cancel } = begin()
  cancel.abort()

  await expect(answer).rejects.toThrow('cancelled')
})

test('a broken connection is a failure', async () => {
  const { answer, request } = begin()
  request.dispatchEvent(new Event('error'))

  await expect(answer).rejects.toThrow('Failed to fetch')
})
