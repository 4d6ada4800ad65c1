import {
  customerApi,
  customerSettingApi,
  type CustomerId,
  type FieldId,
  type Lead,
  leadApi,
  messageApi,
  tagApi,
} from '@ruwu/contract'
import { PlatformError } from '../channels/platform-error.ts'
import { customerField, customerSetting, outbox } from '../db/schema/index.ts'
import { leadKeeper } from '../features/lead/index.ts'
import { OutboxResult } from '../outbound/outbox-result.ts'
import { newId } from '../platform/ids.ts'
import { workbenchWorld } from './workbench-world.ts'
import type { Person } from './person.ts'

/** A world for leads: customers that send contact data, and the leads made of it. */
export async function leadWorld() {
  const here = await workbenchWorld()

  const leadsOf = async (customerId: CustomerId, person: Person = here.lin): Promise<Lead[]> =>
    (await person.call(leadApi.list, { body: { customerId } })).items

  const tagNames = async (customerId: CustomerId) => {
    const names = new Map((await here.zhao.call(tagApi.list, { body: {} })).map((each) => [each.id, each.name]))
    const { tagIds } = await here.zhao.call(customerApi.detail, { query: { customerId } })
    return tagIds.map((id) => names.get(id))
  }

  const lines = async (customerId: CustomerId) => {
    const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
    return items.filter((item) => item.senderKind === 'system').map((item) => item.content.text)
  }

  const submitCard = async (name: string, fields: Record<string, string>) => {
    const entries = Object.entries(fields).map(([label, value]) => ({ label, value }))
    const event = {
      ...here.platform.base(here.account),
      kind: 'card_submitted',
      from: { platformId: name, name },
    } as const
    await here.platform.tell({ ...event, cardId: 'card-1', fields: entries })
    await here.platform.settle()
    return (await here.rowOf(name)).id
  }

  const copyWechat = async (name: string) => {
    here.clock.advance(1_000)
    const event = {
      ...here.platform.base(here.account),
      kind: 'wechat_copied',
      from: { platformId: name, name },
    } as const
    await here.platform.tell(event)
    await here.platform.settle()
    return (await here.rowOf(name)).id
  }

  const send = (person: Person, customerId: CustomerId, text: string) =>
    person.call(messageApi.send, {
      body: { customerId, chatId: newId<string>(here.clock.now()).slice(-8), content: { type: 'text', text } },
    })

  const result = new OutboxResult({
    db: here.db,
    writer: here.reception.writer,
    clock: here.clock,
    leads: leadKeeper,
    onAuthorisationEnded: async () => {},
  })

  /** The platform takes, or refuses for good, what waits to be sent. */
  async function deliver(outcome: 'sent' | 'failed' = 'sent'): Promise<void> {
    for (const row of await here.db.sql.select().from(outbox).orderBy(outbox.seq))
      await (outcome === 'failed'
        ? result.failed(row, new PlatformError('customer_unreachable'))
        : result.sent(row, { platformMessageId: `@${row.messageId}==`, acceptedAt: here.clock.now() }))
  }

  async function addField(name: string, type: 'text' | 'phone' | 'single' = 'text', options: string[] = []) {
    const id = newId<FieldId>(here.clock.now())
    await here.db.sql.insert(customerField).values({ entId: here.zhao.entId, id, name, type, options, position: 0 })
    return id
  }

  async function changeSetting(change: object) {
    const setting = await here.zhao.call(customerSettingApi.get, {})
    const row = { setting: { ...setting, ...change }, updatedAt: here.clock.now() }
    await here.db.sql
      .insert(customerSetting)
      .values({ entId: here.zhao.entId, ...row })
      .onConflictDoUpdate({ target: customerSetting.entId, set: row })
  }

  return { ...here, leadsOf, tagNames, lines, submitCard, copyWechat, send, deliver, addField, changeSetting }
}

export type LeadWorld = Awaited<ReturnType<typeof leadWorld>>
