import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { throttle } from '../../db/schema/index.ts'
import { ChatPerson } from '../../testing/chat-person.ts'
import { asChat, chatWorld, createGroup } from '../../testing/chat-world.ts'
import { world } from '../../testing/world.ts'
import { KIB_OF_PUBLIC_CHAT, KIB_PER_USER, MAX_FILE_BYTES, UPLOADS_PER_HOUR } from './attachment.service.ts'

type Uploaded = { path: string; publicUrl: string; fileName: string; ext: string; size: number }

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PAGE = '<!doctype html><script>alert(document.cookie)</script>'
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** A multipart form as raw bytes, so that tests control every header. */
function form(parts: { head: string; body: string | Buffer }[]): { body: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = 'x-boundary-7'
  const pieces = parts.flatMap(({ head, body }) => [`--${boundary}\r\n${head}\r\n\r\n`, body, '\r\n'])
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { body: new Uint8Array(bytes), type: `multipart/form-data; boundary=${boundary}` }
}

const field = (name: string, body: string) => ({ head: `Content-Disposition: form-data; name="${name}"`, body })
const file = (name: string, body: string | Buffer, type = 'application/octet-stream') => ({
  head: `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`,
  body,
})

function post(person: ChatPerson, parts: Parameters<typeof form>[0]) {
  const { body, type } = form(parts)
  const headers = { 'content-type': type, authorization: `Bearer ${person.token}` }
  return person.request('/api/attachment/upload', undefined, { body, headers })
}

async function upload(person: ChatPerson, ...parts: Parameters<typeof form>[0]): Promise<Uploaded> {
  const answer = await post(person, parts)
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return answer.body as Uploaded
}

const get = (address: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`http://${address}${path}`, { headers })

test('an upload answers its address and exact size, and anybody who knows the address gets the same bytes', async () => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')

  const uploaded = await upload(u1, file('hello world.txt', 'hello world', 'text/plain'))

  expect(uploaded).toEqual({
    path: expect.stringMatching(/^\/api\/attachment\/[\w-]{32}$/),
    publicUrl: uploaded.path,
    fileName: 'hello world.txt',
    ext: '.txt',
    size: 11,
    thumbnail: '',
    external: false,
  })
  const answer = await get(address, uploaded.path)
  expect([answer.status, await answer.text()]).toEqual([200, 'hello world'])
  expect(answer.headers.get('content-length')).toBe('11')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['a blob', file('blob', 'x'), 'blob'],
  ['a blob in brackets', file('<blob>', 'x'), 'blob'],
  [
    'no file name',
    { head: 'Content-Disposition: form-data; name="file"\r\nContent-Type: image/png', body: 'x' },
    'blob',
  ],
  ['no name and no type', { head: 'Content-Disposition: form-data; name="file"', body: 'x' }, 'blob'],
  ['an empty name', file('', 'x'), 'blob'],
  ['spaces', file('my file (1).png', 'x'), 'my file (1).png'],
  ['another alphabet', file('合同 终稿.pdf', 'x'), '合同 终稿.pdf'],
  ['a path', file('../../etc/passwd', 'x'), 'passwd'],
  ['a path of Windows', file('C:\\\\dir\\\\a.txt', 'x'), 'a.txt'],
  ['dots', file('..', 'x'), 'blob'],
  ['a very long name', file(`${'长'.repeat(500)}.txt`, 'x'), `${'长'.repeat(196)}.txt`],
])('a file with %s has a name one can use', async (_what, part, fileName) => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')

  const uploaded = await upload(u1, part)

  expect(uploaded).toMatchObject({ fileName, size: 1 })
  expect((await get(address, uploaded.path)).status).toBe(200)
})

test('fields may stand before or after the file; file_name wins over the part’s own', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')

  const before = await upload(
    u1,
    field('file_name', 'a.png'),
    field('topicId', 'u1:u2'),
    field('private', '1'),
    file('b', PNG),
  )
  const after = await upload(
    u1,
    file('b', PNG),
    field('private', 'true'),
    field('topicid', 'u2:u1'),
    field('file_name', 'a.png'),
  )

  for (const uploaded of [before, after]) {
    expect(uploaded).toMatchObject({ fileName: 'a.png', ext: '.png', size: PNG.length })
    expect((await fetch(`http://${u1.address}${uploaded.path}`)).status).toBe(403)
    expect((await get(u2.address, uploaded.path, { authorization: `Bearer ${u2.token}` })).status).toBe(200)
  }
})

test.each([
  ['true', 403],
  ['1', 403],
  ['false', 200],
  ['0', 200],
  ['', 200],
])('private=%s: a stranger gets %d', async (flag, status) => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')

  const { path } = await upload(
    u1,
    file('a.txt', 'x'),
    field('private', flag),
    field('tags', 't'),
    field('remark', 'r'),
  )

  expect((await get(u2.address, path, { authorization: `Bearer ${u2.token}` })).status).toBe(status)
})

test('bytes of any value come back as they were, up to exactly the limit; one more is too large', async () => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')
  const full = Buffer.alloc(MAX_FILE_BYTES, 0).map((_, n) => n % 251)

  const uploaded = await upload(u1, file('full.bin', Buffer.from(full)))
  expect(uploaded.size).toBe(MAX_FILE_BYTES)
  expect(Buffer.from(await (await get(address, uploaded.path)).arrayBuffer()).equals(Buffer.from(full))).toBe(true)

  const refused = await post(u1, [file('more.bin', Buffer.alloc(MAX_FILE_BYTES + 1))])
  expect([refused.status, Object.keys(refused.body as object)]).toEqual([413, ['error']])
  const nameless = [{ head: 'Content-Disposition: form-data; name="file"', body: Buffer.alloc(MAX_FILE_BYTES + 1) }]
  expect((await post(u1, nameless)).status).toBe(413)
  expect((await upload(u1, file('empty', ''))).size).toBe(0)
})

test.each([
  ['a page as a picture', file('cat.png', PAGE, 'image/png')],
  ['a drawing with a script', file('cat.svg', DRAWING, 'image/svg+xml')],
  ['a page', file('index.html', PAGE, 'text/html')],
  ['a script', file('a.js', 'alert(1)', 'text/javascript')],
  ['xml', file('a.xml', '<?xml version="1.0"?><x/>', 'application/xml')],
  ['a pdf', file('a.pdf', '%PDF-1.7\n', 'application/pdf')],
])('%s is only ever downloaded as plain bytes', async (_what, part) => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')

  const { path } = await upload(u1, part)

  const { headers } = await get(address, path)
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a real picture is shown as what it is, whatever it is called', async () => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')

  const { path } = await upload(u1, file('evil.html', PNG, 'text/html'))

  const { headers } = await get(address, path)
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    'image/png',
    `inline; filename="evil.html"; filename*=UTF-8''evil.html`,
  ])
})

test('a name can’t write headers of its own', async () => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')
  const nasty = 'a";\r\nSet-Cookie: token=stolen\r\n\r\n<script>\u0000\ud83d.txt'

  const { path, fileName } = await upload(u1, file('b', 'x'), field('file_name', nasty))

  const { headers, status } = await get(address, path)
  expect([status, headers.get('set-cookie')]).toEqual([200, null])
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%!~*'()-]+$/,
  )
  expect(fileName).not.toMatch(/[\p{Cc}"<>]/u)
  expect(fileName.isWellFormed()).toBe(true)
})

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
  ['bytes=-500', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=5-2', 416, '', 'bytes */10'],
  ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
  ['bytes=a-b', 200, '0123456789', null],
  ['bytes=0-1,3-4', 200, '0123456789', null],
  ['lines=1-2', 200, '0123456789', null],
])('range %s is %d', async (range, status, text, contentRange) => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')
  const { path } = await upload(u1, file('a.txt', '0123456789'))

  const answer = await get(address, path, { range })

  expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ])
  expect(answer.headers.get('content-length')).toBe(String(text.length))
})

test('a private file is for its uploader and the members of its topic, by header, cookie and query', async () => {
  const {
    people: [u1, u2, u3],
    address,
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  const { path } = await upload(u1, field('topicId', id), field('private', 'true'), file('a.txt', 'x'))
  const status = async (person: ChatPerson) =>
    (await get(address, path, { authorization: `Bearer ${person.token}` })).status

  expect([await status(u1), await status(u2), await status(u3)]).toEqual([200, 200, 403])
  expect((await get(address, path)).status).toBe(403)
  expect((await get(address, `${path}?token=${u2.token}`)).status).toBe(200)
  const byCookie = await get(address, path, { cookie: `a=b; token=${u2.token}` })
  expect([byCookie.status, byCookie.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect((await get(address, `${path}?token=${u3.token}`, { range: 'bytes=0-0' })).status).toBe(403)
  await u1.ok(`/api/topic/admin/kickout/${id}/u2`)
  expect(await status(u2)).toBe(403)
})

test('a private file without a topic is for its uploader, or for the agents of the uploader’s enterprise', async () => {
  const {
    people: [u1, u2],
    address,
    lin,
    wei,
    rival,
  } = await chatWorld('u1', 'u2')
  const ofUser = await upload(u1, field('private', '1'), file('a', 'x'))
  const ofAgent = await upload(asChat(address, lin), field('private', '1'), file('a', 'x'))
  const status = async (path: string, { token }: { token: string }) =>
    (await get(address, path, { authorization: `Bearer ${token}` })).status

  expect(await Promise.all([u1, u2, lin, rival].map((who) => status(ofUser.path, who)))).toEqual([200, 403, 403, 403])
  expect(await Promise.all([lin, wei, rival, u1].map((who) => status(ofAgent.path, who)))).toEqual([200, 200, 403, 403])
})

const statusOf = async (person: ChatPerson, topicId: string) =>
  (await post(person, [file('a', 'x'), field('topicId', topicId)])).status

test('a topic the caller is not in is refused; a DM that is not there yet is fine', async () => {
  const {
    people: [u1, u2, u3],
    address,
    lin,
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  const agents = await createGroup(asChat(address, lin))

  expect(await statusOf(u3, id)).toBe(403)
  expect(await statusOf(u3, 'u1:u2')).toBe(403)
  expect(await statusOf(u3, agents.id)).toBe(403)
  expect(await statusOf(u3, 'u3:nobody')).toBe(404)
  expect(await statusOf(u3, 'u3:u1')).toBe(200)
  expect(await statusOf(u2, id)).toBe(200)
})

test('keys can’t be guessed or bent', async () => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')
  const uploads = [await upload(u1, file('a', 'x')), await upload(u1, file('a', 'x'))]
  const keys = uploads.map(({ path }) => path.split('/').at(-1) ?? '')

  expect(keys[0]).not.toBe(keys[1])
  for (const key of [
    keys[0]!.toLowerCase().slice(0, -1),
    '%00',
    '..%2f..%2fetc%2fpasswd',
    'x'.repeat(32),
    '%ff',
    "'--",
    keys[0] + 'x',
  ])
    expect([key, (await get(address, `/api/attachment/${key}`)).status]).toEqual([key, key === '%ff' ? 400 : 404])
})

test('what is no proper form is refused, and never an error of ours', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1')
  const send = async (type: string, body: string) => {
    const headers = { 'content-type': type, authorization: `Bearer ${u1.token}` }
    return (await u1.request('/api/attachment/upload', undefined, { body, headers })).status
  }
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxyz'

  expect(await send('application/json', '{}')).toBe(400)
  expect(await send('multipart/form-data', head)).toBe(400)
  expect(await send('multipart/form-data; boundary=b', head)).toBe(400)
  expect(await send('multipart/form-data; boundary=b', 'nothing of the kind')).toBe(400)
  expect(await send('multipart/form-data; boundary=b', '')).toBe(400)
  expect((await post(u1, [field('topicId', 'x')])).status).toBe(400)
  expect((await post(u1, [field('__proto__', 'x'), file('a', 'x')])).status).toBe(400)
  expect((await post(u1, [file('a', 'x'), file('b', 'y')])).status).toBe(413)
  expect((await post(u1, [...Array.from({ length: 50 }, (_, n) => field(`f${n}`, 'x')), file('a', 'x')])).status).toBe(
    413,
  )
  expect((await upload(u1, file('a', 'still fine'))).size).toBe(10)
})

test('who is calling is asked before the form is read', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1')
  u1.token = ''

  expect((await post(u1, [file('a', 'x')])).status).toBe(401)
  expect((await u1.request('/api/attachment/upload', undefined, { body: '{' })).status).toBe(401)
})

test('an upload broken off half-way disturbs nobody', async () => {
  const {
    people: [u1],
    address,
  } = await chatWorld('u1')
  const [host = '', port = ''] = address.split(':')
  const socket = connect(Number(port), host)
  socket.write(
    `POST /api/attachment/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${u1.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n` +
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxyz`,
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()

  expect((await upload(u1, file('a', 'fine'))).size).toBe(4)
})

test('uploads are so many an hour and user; then 429, others go on, and an hour later all is well', async () => {
  const {
    people: [u1, u2],
    clock,
    db,
  } = await chatWorld('u1', 'u2')
  await upload(u1, file('a', 'x'))
  await db.pool.query(`update throttle set count = $1 where key like 'upload:%'`, [UPLOADS_PER_HOUR.most - 1])

  await upload(u1, file('a', 'x'))
  const refused = await post(u1, [file('a', 'x')])

  expect([refused.status, refused.body]).toEqual([429, { error: 'too many uploads' }])
  await upload(u2, file('a', 'x'))
  clock.advance(UPLOADS_PER_HOUR.windowMs)
  await upload(u1, file('a', 'x'))
})

test.each([
  ['upload-kib:u1', KIB_PER_USER.most],
  ['upload-kib', KIB_OF_PUBLIC_CHAT.most],
])('chat users upload so much in a day (%s), agents are not counted', async (key, most) => {
  const {
    people: [u1],
    db,
    clock,
    address,
    lin,
  } = await chatWorld('u1')
  const ends = new Date(clock.now().getTime() + 24 * 3_600_000)
  await db.sql.insert(throttle).values({ key, count: most - 2, windowStartedAt: clock.now(), windowEndsAt: ends })
  const threeKib = file('a', Buffer.alloc(3 * 1024))

  expect(await post(u1, [threeKib])).toMatchObject({ status: 429, body: { error: 'upload quota exceeded' } })
  await upload(u1, file('b', Buffer.alloc(2 * 1024)))
  expect(await post(u1, [file('c', 'x')])).toMatchObject({ status: 429 })
  await upload(asChat(address, lin), threeKib)
  clock.advance(24 * 3_600_000)
  await upload(u1, threeKib)
})

test('no file takes the last of the disk, and everything else goes on', async () => {
  const { address, lin, app } = await world({ env: { DISK_RESERVE_MB: String(2 ** 40) } })
  const guest = await ChatPerson.register(address, 'u1')

  for (const person of [guest, asChat(address, lin)])
    expect(await post(person, [file('a', 'x')])).toMatchObject({ status: 507, body: { error: 'storage is full' } })
  await lin.signIn()
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})
