import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEMO_PHONE_MESSAGES } from '@ruwu/domain'
import { expect, onTestFinished, test } from 'vitest'
import { simulatorPlatform } from './demo-platform.ts'

/** As the simulator answers: its own address in every link. */
async function simulate() {
  let origin = ''
  const server = createServer((request, response) => {
    if (request.url === '/media/asset/plan.png') return response.setHeader('content-type', 'image/png').end('png')
    if (request.url !== '/control/phone') return response.writeHead(404).end()
    const at = '2026-11-18T08:00:00.000Z'
    const message = { from: 'merchant', at, isRecalled: false }
    const content = { type: 'card', title: '预约量房', coverUrl: `${origin}/media/asset/plan.png` }
    const messages = Array.from({ length: DEMO_PHONE_MESSAGES }, (_, no) => {
      return { ...message, messageId: `m${no}`, content: { type: 'image', url: `${origin}/media/upload/0a.png` } }
    })
    const account = { name: '云杉家居', avatarUrl: `${origin}/media/asset/shop.png` }
    const view = { source: 'redbook', account, isEntered: true, can: { copyWechat: true } }
    return response.end(
      JSON.stringify({ ...view, messages: [...messages, { ...message, messageId: 'card', content }] }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return simulatorPlatform(origin)
}

test('the phone has the newest messages, and its pictures are asked of us', async () => {
  const platform = await simulate()
  const { avatarUrl, messages } = await platform.phone({ source: 'redbook', accountId: 'a', customerId: 'c' })

  expect(avatarUrl).toBe('/demo-media/asset/shop.png')
  expect([messages.length, messages[0]?.id]).toEqual([DEMO_PHONE_MESSAGES, 'm1'])
  expect(messages[0]?.content).toEqual({ type: 'image', url: '/demo-media/upload/0a.png' })
  expect(messages.at(-1)?.content).toMatchObject({ coverUrl: '/demo-media/asset/plan.png' })

  expect(await platform.picture('asset/plan.png')).toEqual({ type: 'image/png', bytes: Buffer.from('png') })
  expect(await platform.picture('asset/none.png')).toBeUndefined()
  expect(await simulatorPlatform('http://127.0.0.1:1').picture('asset/plan.png')).toBeUndefined()
})
