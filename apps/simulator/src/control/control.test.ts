import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, PUBLIC_URL, SPRUCE, STAFF_NING, type Stage } from '../testing/stage.ts'
import { tinyPng } from '../testing/tiny-png.ts'
import type { IndexView, JournalEntry, MerchantView, OutboxView, PhoneView } from '../views.ts'

const CUSTOMER = '_000customer'
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const get = async <T>(address: string) => (await (await fetch(`${stage.url}/control/${address}`)).json()) as T

/** The first so many views of a live stream. */
async function live<T>(query: string, count: number, meanwhile: () => Promise<unknown>): Promise<T[]> {
  const response = await fetch(`${stage.url}/control/live?${query}`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const views: T[] = []
  let buffer = ''
  for (let isFirst = true; views.length < count; isFirst = false) {
    if (!isFirst && views.length === 1) await meanwhile()
    const { value = '', done } = await reader.read()
    if (done) break
    buffer += value
    const parts = buffer.split('\n\n')
    buffer = parts.pop() ?? ''
    for (const part of parts) views.push(JSON.parse(part.replace(/^event: view\ndata: /, '')) as T)
  }
  await reader.cancel()
  return views
}

test('the state tells accounts, knobs, clock, scripts and journal', async () => {
  await stage.douyin.link(SPRUCE)
  const view = await get<IndexView>('state')
  expect(view.accounts.map(({ source, standing }) => `${source} ${standing}`)).toEqual([
    'douyin certified',
    'douyin certified',
    'douyin uncertified',
    'douyin bound_elsewhere',
    'redbook certified',
    'redbook certified',
    'redbook uncertified',
    'redbook bound_elsewhere',
    'redbook certified',
    'douyin certified',
  ])
  expect(view.accounts[0]?.authorisation).toMatchObject({ appId: 'awsim0001', renewalsUsed: 0 })
  expect(view.accounts[5]?.staff).toHaveLength(3)
  expect(view.clock).toEqual({ mode: 'manual', factor: 1, now: '2026-11-15T01:00:00.000Z' })
  expect(view.scripts).toHaveLength(15)
  expect(view.journal.at(-1)).toMatchObject({ direction: 'in', name: 'access_token' })
})

test('a customer is made on demand, with a phone to open', async () => {
  const made = await stage.control<{ customerId: string; phonePath: string }>('customers', {
    source: 'douyin',
    accountId: SPRUCE,
    name: '小满',
  })
  expect(made.phonePath).toBe(`/phone/douyin/${SPRUCE}/${made.customerId}`)
  expect((await fetch(stage.url + made.phonePath)).status).toBe(200)
  expect((await fetch(`${stage.url}/phone/douyin/${SPRUCE}/nobody`)).status).toBe(404)
})

test('an account is added for a while, and goes with everything said on it', async () => {
  const account = { source: 'redbook', accountId: 'visitor-shop' } as const
  await stage.control('accounts', { ...account, name: '云杉', city: '成都', avatar: 'shop-spruce.png' })
  await stage.control('phone', { ...account, customerId: 'visitor', name: '你' })
  await stage.act('redbook', 'visitor-shop', 'visitor', { do: 'text', text: '在吗' })
  const before = structuredClone(stage.world.state)
  expect(before.conversations['redbook:visitor-shop:visitor']?.messages).toHaveLength(1)
  expect(before.customers['redbook:visitor']?.name).toBe('你')

  await stage.control('accounts/remove', { accountIds: ['visitor-shop'] })
  const { accounts, ...rest } = stage.world.state
  expect(accounts.some(({ accountId }) => accountId === 'visitor-shop')).toBe(false)
  const { conversations, customers, comments, outbox } = rest
  expect(JSON.stringify({ conversations, customers, comments, outbox })).not.toContain('visitor')
})

describe('live views', () => {
  test('the phone hears of an answer', async () => {
    await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'text', text: '在吗' })
    const query = `view=phone&source=douyin&accountId=${SPRUCE}&customerId=${CUSTOMER}`
    const [before, after] = await live<PhoneView>(query, 2, () =>
      stage.merchant('douyin', SPRUCE, { do: 'text', customerId: CUSTOMER, text: '在的' }),
    )
    expect(before?.messages).toHaveLength(1)
    expect(after?.messages.at(-1)).toMatchObject({ from: 'merchant', origin: 'app', content: { text: '在的' } })
  })

  test('the merchant hears of a customer', async () => {
    const [before, after] = await live<MerchantView>(`view=merchant&source=douyin&accountId=${SPRUCE}`, 2, () =>
      stage.act('douyin', SPRUCE, CUSTOMER, { do: 'text', text: '在吗' }),
    )
    expect(before?.conversations).toEqual([])
    expect(after?.conversations[0]).toMatchObject({ customerId: CUSTOMER, lastText: '在吗' })
  })

  test('the overview hears of a knob', async () => {
    const [, after] = await live<IndexView>('view=index', 2, () => stage.knobs({ 'hook.drop': 0.5 }))
    expect(after?.knobs.find(({ name }) => name === 'hook.drop')?.global).toBe(0.5)
  })

  test('what is not there has no stream', async () => {
    expect((await fetch(`${stage.url}/control/live?view=phone&source=douyin&accountId=x&customerId=y`)).status).toBe(
      404,
    )
    expect((await fetch(`${stage.url}/control/live`)).status).toBe(404)
  })
})

test('a picture from a file is sniffed and can be sent', async () => {
  const upload = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`${stage.url}/control/picture`, { method: 'POST', headers: { 'content-type': 'image/png' }, body })
  const { url } = (await (await upload(tinyPng(5, 4))).json()) as { url: string }
  expect((await fetch(url.replace(PUBLIC_URL, stage.url))).headers.get('content-type')).toBe('image/png')
  await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'image', url })
  const view = await get<IndexView>('state')
  expect(view.customers[0]?.lastText).toBe('[图片]')
  expect((await upload(new TextEncoder().encode('words'))).status).toBe(400)
  await expect(stage.act('douyin', SPRUCE, CUSTOMER, { do: 'image', url: 'https://a.example/b.png' })).rejects.toThrow(
    '请先上传这张图片',
  )
})

test('requests that make no sense are refused with a sentence', async () => {
  await expect(stage.control('act', { source: 'douyin' })).rejects.toThrow('请求不正确')
  await expect(stage.control('knobs', { set: { 'hook.nothing': 1 } })).rejects.toThrow('没有名为 hook.nothing 的旋钮')
  await expect(stage.knobs({ 'hook.drop': 2 })).rejects.toThrow('超出范围')
  await expect(stage.act('douyin', 'nobody', CUSTOMER, { do: 'enter' })).rejects.toThrow('没有这个账号')
  await expect(stage.act('douyin', SPRUCE, CUSTOMER, { do: 'recall' })).rejects.toThrow('没有可以撤回的消息')
  await expect(stage.control('load', { rate: 1, seconds: 1, customers: 1 })).rejects.toThrow('还没有账号授权')
  const response = await fetch(`${stage.url}/control/act`, { method: 'POST', body: '{' })
  expect(response.status).toBe(400)
})

test('a knob that is wrong leaves the others unset', async () => {
  await expect(stage.knobs({ 'hook.drop': 0.5, 'send.slow': -1 })).rejects.toThrow()
  expect(stage.world.state.knobs.global).toEqual({})
})

test('the journal is read on from a number, the outbox shows what waits', async () => {
  await stage.douyin.link(SPRUCE)
  stage.receiver.answerWith(() => ({ status: 500, body: '' }))
  await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'text', text: '在吗' })
  const { entries, last } = await get<{ entries: JournalEntry[]; last: number }>('journal?after=1')
  expect(entries[0]?.n).toBe(2)
  expect(entries.at(-1)).toMatchObject({ n: last, name: 'im_receive_msg', answer: { status: 500 } })
  const { deliveries } = await get<{ deliveries: OutboxView[] }>('outbox')
  expect(deliveries.map(({ name, state }) => [name, state])).toContainEqual(['im_receive_msg', 'retrying'])
})

test('time is only advanced by hand where it is manual', async () => {
  expect(await stage.control('clock', { mode: 'fast', factor: 60 })).toMatchObject({ mode: 'fast', factor: 60 })
  await expect(stage.advance(1)).rejects.toThrow('只有手动时钟可以推进')
})

test('staff accounts are added, and a revoked one is told', async () => {
  const main = '60b8e35a917c4df2068a3d51'
  await stage.redbook.bind(main)
  const { staffId } = await stage.merchant('redbook', main, { do: 'staff_add', name: '拾光·新人' })
  await stage.merchant('redbook', main, { do: 'staff_set', staffId: STAFF_NING, state: 'revoked' })
  const bodies = stage.arrived('/bind_user/event').map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(bodies.map((body) => [body.kos_user_id, Number(body.auth_status)])).toEqual([
    [staffId, 2],
    [STAFF_NING, 3],
  ])
  await stage.act('redbook', STAFF_NING, CUSTOMER, { do: 'text', text: '在吗' })
  expect(stage.arrived('/im/send')).toHaveLength(0)
})

test('a snapshot file carries the world over a restart', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'simulator-'))
  const snapshotFile = path.join(folder, 'world.json')
  const first = await openStage({ snapshotFile })
  const token = await first.douyin.link(SPRUCE)
  await first.act('douyin', SPRUCE, CUSTOMER, { do: 'text', text: '在吗' })
  await first.close()

  const second = await openStage({ snapshotFile })
  const { data } = await second.douyin.form('/oauth/userinfo/', { open_id: SPRUCE, access_token: token })
  expect(Number(data.error_code)).toBe(0)
  expect(second.world.findConversation('douyin', SPRUCE, CUSTOMER)?.messages).toHaveLength(1)
  await second.close()
  rmSync(folder, { recursive: true })
})
