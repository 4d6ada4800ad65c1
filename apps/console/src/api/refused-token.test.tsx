import { exportApi, ExportId } from '@ruwu/contract'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { uploadAttachment } from '../features/workbench/composer/attachment/upload-attachment.ts'
import { onSessionEnd } from '../session/session-end.ts'
import { readSession, writeSession } from '../session/session.ts'
import { me } from '../testing/render.tsx'
import { sampleId } from '../testing/sample.ts'
import { callChatService } from './chat-service.ts'
import { downloadFrom } from './download.ts'
import { SessionEnded } from './errors.ts'
import { download } from './upload.ts'

afterEach(() => void vi.unstubAllGlobals())

const file = new File(['x'], 'a.png')
const signIn = (token: string) => writeSession({ token, entId: me.entId, id: me.id, entName: '如晤演示' })

/** Every request is answered 401; `meanwhile` happens before the answer. */
function refuseToken(meanwhile: () => void) {
  vi.stubGlobal('fetch', () => {
    meanwhile()
    return Promise.resolve(Response.json({ error: 'unauthorized' }, { status: 401 }))
  })
  class RefusedRequest extends EventTarget {
    upload = new EventTarget()
    status = 401
    response = { error: 'unauthorized' }
    open() {}
    setRequestHeader() {}
    send() {
      meanwhile()
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', RefusedRequest)
  const ended = vi.fn()
  onTestFinished(onSessionEnd(ended))
  return ended
}

const readAll = () => callChatService(({ conversation }) => conversation.readAll())

const files: [string, () => Promise<unknown>][] = [
  ['a stored file', () => download('/api/attachment/a')],
  ['a written file', () => downloadFrom(exportApi.download, { exportId: ExportId.parse(sampleId()) })],
  [
    'an upload',
    () => uploadAttachment({ file, topicId: 't', signal: new AbortController().signal, onProgress: () => {} }),
  ],
]

test.each([['a call of the chat service', readAll], ...files] as const)(
  '401 of %s ends the session',
  async (_, ask) => {
    signIn('old')
    const ended = refuseToken(() => {})

    await expect(ask()).rejects.toBeInstanceOf(SessionEnded)

    expect(ended.mock.calls).toEqual([['expired']])
    expect(readSession()).toBeUndefined()
  },
)

test.each(files)('401 of %s with a token that was replaced meanwhile does not end the new session', async (_, ask) => {
  signIn('old')
  const ended = refuseToken(() => signIn('new'))

  await expect(ask()).rejects.toBeInstanceOf(SessionEnded)

  expect(ended).not.toHaveBeenCalled()
  expect(readSession()?.token).toBe('new')
})

/** Calls with another token than `valid` are answered 401, before which the session gets the next one. */
function answerOnly(valid: string, ...next: string[]) {
  const asked: (string | null)[] = []
  const ended = vi.fn()
  onTestFinished(onSessionEnd(ended))
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    const given = new Headers(headers).get('authorization')
    asked.push(given)
    if (given === `Bearer ${valid}`) return Promise.resolve(Response.json({}))
    const replaced = next.shift()
    if (replaced) signIn(replaced)
    return Promise.resolve(Response.json({ error: 'unauthorized' }, { status: 401 }))
  })
  return { asked, ended }
}

test('a call of the chat service is repeated with the token that another tab has replaced meanwhile', async () => {
  signIn('old')
  const { asked, ended } = answerOnly('new', 'new')

  await readAll()

  expect(asked).toEqual(['Bearer old', 'Bearer new'])
  expect(ended).not.toHaveBeenCalled()
})

test('it is repeated once only', async () => {
  signIn('old')
  const { asked, ended } = answerOnly('none', 'new', 'newest')

  await expect(readAll()).rejects.toBeInstanceOf(SessionEnded)

  expect(asked).toEqual(['Bearer old', 'Bearer new'])
  expect(ended).not.toHaveBeenCalled()
  expect(readSession()?.token).toBe('newest')
})
