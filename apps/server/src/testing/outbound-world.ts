import { type CustomerId, messageApi } from '@ruwu/contract'
import type { ChannelSource } from '../channels/source.ts'
import { customer } from '../db/schema/index.ts'
import { channelWorld, type ChannelWorld } from './channel-world.ts'
import type { Person } from './person.ts'
import { Platform } from './platform.ts'

type Send = ChannelSource['send']

/** A customer who has sent a message, and a platform that records what is sent to it. */
export async function outboundWorld() {
  const here = await channelWorld()
  const platform = new Platform(here)
  const arrived: string[] = []
  const take: Send = async (_account, _to, content) => {
    arrived.push(content.type === 'text' ? content.text : content.type)
    return { platformMessageId: `@out-${arrived.length}==`, acceptedAt: here.clock.now() }
  }
  const relationId = await here.bindDouyin(here.zhao, 'dy-1')
  const account = { entId: here.zhao.entId, id: relationId as never, platformId: 'dy-1', source: 'douyin' as const }
  await platform.tell(platform.text(account, '小满', '在吗'))
  await platform.settle()
  const [row] = await here.db.sql.select().from(customer)
  const customerId = row?.id as CustomerId

  const out = {
    here,
    platform,
    account,
    customerId,
    /** What reached the platform, in order. */
    arrived,
    take,
    /** How the platform answers. */
    answer: take,
    send: (person: Person, text: string, chatId: string, more: { retry?: boolean; confirmWarn?: boolean } = {}) =>
      person.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text }, ...more } }),
    refused: (person: Person, text: string, chatId: string) =>
      person.refused(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text } } }),
    /** One round of the worker, to its end. */
    work: async (node: { reception: ChannelWorld['reception'] } = here) => {
      await node.reception.work.outbound.run()
      await node.reception.work.outbound.drain()
    },
    /** Text, status and failure kind of the agents' messages. */
    states: async () => {
      const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
      return items
        .filter((item) => item.senderKind === 'human')
        .map((item) => [item.content.text, item.status, item.failKind])
    },
  }
  Object.assign(here.platform.douyin, { send: (...args: Parameters<Send>) => out.answer(...args) })
  return out
}

export type OutboundWorld = Awaited<ReturnType<typeof outboundWorld>>
