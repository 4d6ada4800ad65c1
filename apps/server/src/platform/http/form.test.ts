import { CORE_BASE_PATH, knowledgeApi, REQUEST_ID_HEADER } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { channelWorld } from '../../testing/channel-world.ts'

const url = CORE_BASE_PATH + knowledgeApi.upload.path
const part = (head: string, body: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const FILE = part('name="file"; filename="a.txt"', '正文')

async function uploading() {
  const here = await channelWorld()
  const relationId = await here.bindDouyin(here.zhao)
  const send = async (payload: string, how: Record<string, string> = {}) => {
    const { type = 'multipart/form-data; boundary=b', token = here.zhao.token, ...headers } = how
    const authorization = `Bearer ${token}`
    const all = { 'content-type': type, authorization, ...headers }
    const response = await here.app.inject({ method: 'POST', url, payload, headers: all })
    return response.json<{ code: number; msg: string; data: { file: string } }>()
  }
  return { ...here, send, account: part('name="relationId"', relationId) }
}

test('fields may come before or after the file, and a file needs no type', async () => {
  const { send, account } = await uploading()
  const nameless = part('name="file"', '正文')

  for (const form of [account + FILE, FILE + account, account + nameless])
    expect(await send(`${form}--b--`)).toMatchObject({ code: 1 })
})

test('fields are validated like any other body', async () => {
  const { send } = await uploading()

  expect(await send(`${FILE}${part('name="relationId"', 'nobody')}--b--`)).toMatchObject({
    code: 40001,
    data: { fields: { relationId: '标识格式不正确' } },
  })
  expect(await send(`${FILE}--b--`)).toMatchObject({ code: 40001 })
})

test.each([
  ['no file', '', '请选择文件'],
  ['an end too early', FILE.trim(), '表单内容不完整，请重新上传'],
  ['two files', `${FILE}${FILE}--b--`, '表单内容不完整，请重新上传'],
  ['far too many fields', `${part('name="x"', 'x').repeat(50)}${FILE}--b--`, '表单内容不完整，请重新上传'],
  ['a field with a dangerous name', `${part('name="__proto__"', 'x')}${FILE}--b--`, '表单内容不完整，请重新上传'],
])('%s is refused in words', async (_what, form, msg) => {
  const { send, account } = await uploading()

  expect(await send(account + (form || '--b--'))).toMatchObject({ code: 40001, msg })
})

test('a body that is no form is refused, and a form where none is expected too', async () => {
  const { send, app, zhao } = await uploading()

  expect(await send('{}', { type: 'application/json' })).toMatchObject({ code: 40001, msg: '请选择文件' })
  expect(await send('x', { type: 'multipart/form-data' })).toMatchObject({ code: 40001 })
  const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${zhao.token}` }
  const page = CORE_BASE_PATH + knowledgeApi.page.path
  const elsewhere = await app.inject({ method: 'POST', url: page, payload: `${FILE}--b--`, headers })
  expect(elsewhere.json()).toMatchObject({ code: 40001, msg: '请求内容类型不受支持' })
})

test('the caller is authenticated before the form is read, and a repeated request runs once', async () => {
  const { send, account } = await uploading()
  const form = `${account}${FILE}--b--`

  expect(await send('nothing of the kind', { token: 'made-up' })).toMatchObject({ code: 40101 })
  const name = { [REQUEST_ID_HEADER]: 'a'.repeat(32) }
  const [one, two] = [await send(form, name), await send(form, name)]
  expect(one.data.file).toBe(two.data.file)
})
