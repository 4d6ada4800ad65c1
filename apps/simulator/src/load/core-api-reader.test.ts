import { expect, test } from 'vitest'
import { startReceiver } from '../testing/receiver.ts'
import { coreApiReader } from './core-api-reader.ts'

const CUSTOMER = { source: 'douyin', accountId: 'shop', customerId: '_000customer' } as const

test('reads page after page, oldest first, with our token', async () => {
  const server = await startReceiver()
  server.answerWith(({ body }) => {
    const { afterSeq } = JSON.parse(body) as { afterSeq: number }
    const item = { seq: afterSeq + 1, senderKind: afterSeq === 0 ? 'customer' : 'human', createdAt: `t${afterSeq}` }
    const items = [afterSeq === 0 ? { ...item, platformTime: 'platform' } : { ...item, platformTime: null }]
    return { status: 200, body: JSON.stringify({ code: 200, msg: '', data: { items, hasMoreAfter: afterSeq < 1 } }) }
  })
  const read = coreApiReader({
    url: server.url,
    token: 't0ken',
    enterpriseId: 'ent',
    customerIdOf: async () => 'our-id',
  })

  const seen = await read(CUSTOMER)

  expect(seen.map(({ at, sender }) => [at, sender])).toEqual([
    ['platform', 'customer'],
    ['t1', 'business'],
  ])
  expect(server.received[0]?.path).toBe('/luna/core/api/v1/im/message/list')
  expect(server.received[0]?.headers.authorization).toBe('Bearer t0ken')
  await server.close()
})

test('a customer we do not have has no messages; a refusal is an error', async () => {
  const server = await startReceiver()
  server.answerWith(() => ({ status: 401, body: '{"code":40100,"msg":"请重新登录","data":null}' }))
  const options = { url: server.url, token: '', enterpriseId: 'ent' }
  expect(await coreApiReader({ ...options, customerIdOf: async () => undefined })(CUSTOMER)).toEqual([])
  await expect(coreApiReader({ ...options, customerIdOf: async () => 'x' })(CUSTOMER)).rejects.toThrow('请重新登录')
  await server.close()
})
