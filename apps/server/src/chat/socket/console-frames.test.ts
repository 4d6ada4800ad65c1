import { SOCKET_FRAMES } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { openAccount, Platform } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'

test('an open console receives one frame for a customer message, a client of the chat protocol the chat frame too', async () => {
  const here = await world()
  const platform = new Platform(here)
  const account = await openAccount(here, { entId: here.zhao.entId })
  const deliver = async (text: string) => {
    await platform.tell(platform.text(account, '小满', text))
    await platform.settle()
  }
  await deliver('在吗')
  const console = await here.lin.connect(undefined, `&${SOCKET_FRAMES.parameter}=${SOCKET_FRAMES.eventsOnly}`)
  const client = await here.wei.connect()
  for (const socket of [console, client]) await socket.next((frame) => frame.type === 'nop')

  await deliver('这款多少钱？')
  await client.next((frame) => frame.type === 'chat')
  await console.roundTrip()

  const received = console.frames.filter((frame) => frame.type !== 'nop' && frame.type !== 'resp')
  expect(received).toMatchObject([{ type: 'message', content: { type: 'cus_message' } }])
  expect(client.take('chat')).toMatchObject([{ content: { text: '这款多少钱？' } }])
})
