import { afterEach, expect, test, vi } from 'vitest'
import { uploadAttachment } from '../features/workbench/composer/attachment/upload-attachment.ts'
import { callChatService } from './chat-service.ts'
import { messageOf } from './errors.ts'

afterEach(() => void vi.unstubAllGlobals())

const SERVER_FAULT = '服务器异常'

const told = (asked: Promise<unknown>): Promise<string> => asked.then(() => 'accepted', messageOf)

const refusals: [number, unknown, string][] = [
  [403, { error: '演示中不可操作' }, '演示中不可操作'],
  [403, { error: 'not a member' }, SERVER_FAULT],
  [507, { error: 'storage is full' }, '存储空间已满，请联系管理员'],
  [404, { error: '' }, SERVER_FAULT],
  [500, {}, SERVER_FAULT],
  [502, null, SERVER_FAULT],
]

test.each(refusals)('a call refused by %d %j is told as %s', async (status, body, text) => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status, statusText: 'Refused' }))

  expect(await told(callChatService(({ conversation }) => conversation.readAll()))).toBe(text)
})

test.each([...refusals, [413, { error: 'file too large' }, '文件不能超过 10MB']] as typeof refusals)(
  'an upload refused by %d %j is told as %s',
  async (status, body, text) => {
    class RefusedRequest extends EventTarget {
      upload = new EventTarget()
      status = status
      response = body
      open() {}
      setRequestHeader() {}
      send() {
        this.dispatchEvent(new Event('load'))
      }
    }
    vi.stubGlobal('XMLHttpRequest', RefusedRequest)
    const upload = { topicId: 't', signal: new AbortController().signal, onProgress: () => {} }

    expect(await told(uploadAttachment({ ...upload, file: new File(['x'], 'a.png') }))).toBe(text)
  },
)
