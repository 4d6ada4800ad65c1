import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type AutomationLogId,
  type CandidateId,
  customerApi,
  type CustomerId,
  type EntId,
  eventApi,
  leadApi,
  messageApi,
  scheduledMessageApi,
  type MessageId,
  personalDataApi,
  SCOPE,
  searchApi,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveAttachment } from '../../chat/attachment/index.ts'
import * as schema from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { diskStorage } from '../../platform/storage/disk-storage.ts'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { openList } from '../../testing/open-list.ts'
import { says } from '../../testing/scripted-engine.ts'
import { FILES_DIR } from '../../testing/start-node.ts'
import { tablesHolding } from '../../testing/tables-holding.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { cancelExports } from '../export/index.ts'
import { recordMiss } from '../knowledge/index.ts'
import { createErasureWorker } from './erasure-worker.ts'
import { SWEEP_AFTER_MS } from './erasure.repo.ts'
import { PERSON_TABLES } from './person-tables.repo.ts'

const filesDir = path.join(FILES_DIR, `personal-data-${process.pid}`)
const storage = diskStorage(filesDir)

let here: AiWorld

beforeEach(async () => {
  await rm(filesDir, { recursive: true, force: true })
  here = await aiWorld()
  here.engine.script = () => says('好的')
})

const erase = (customerId: CustomerId, name: string) =>
  here.lin.call(personalDataApi.erase, { body: { customerId, name } })

const deps = () => {
  const { db, clock, app } = here
  const cancel = (...args: [EntId, Date]) => cancelExports({ db, clock, storage }, ...args)
  return { clock, storage, log: app.log, cancelExports: cancel }
}

/** Both runs of the job. */
async function finish(): Promise<void> {
  const worker = createErasureWorker({ ...deps(), db: here.db })
  while (await worker.run()) {
    // Until nothing is due.
  }
  here.clock.advance(SWEEP_AFTER_MS)
  while (await worker.run()) {
    // Until nothing is due.
  }
}

/** A customer about whom a marked text stands in everything that can be stored. */
async function markPerson(mark: string, phone: string): Promise<CustomerId> {
  const { db, clock, lin, wei, account, platform } = here
  const [entId, relationId] = [account.entId, account.id]
  const customerId = await here.ask(mark, `我是 ${mark}，电话 ${phone}`)
  await lin.call(customerApi.receive, { body: { customerId } })
  await lin.call(customerApi.update, { body: { customerId, remark: mark.slice(0, 20), city: mark.slice(0, 20) } })
  await lin.call(customerApi.createNote, { body: { customerId, text: `备注 ${mark} ${phone}` } })
  const remindAt = new Date(clock.now().getTime() + 3_600_000).toISOString()
  await lin.call(customerApi.createReminder, { body: { customerId, remindAt, note: mark } })
  await lin.call(scheduledMessageApi.create, { body: { customerId, text: `稍后 ${mark}`, sendAt: remindAt } })
  const body = { customerId, chatId: `c-${mark}`.slice(0, 8), content: { type: 'text', text: `您好 ${mark}` } } as const
  await lin.call(messageApi.send, { body })
  const { items } = await lin.call(messageApi.list, { body: { customerId } })
  const answer = items.find(({ senderKind }) => senderKind === 'ai')?.id as MessageId
  await lin.call(messageApi.feedback, { body: { id: answer, rating: 'bad', correctedText: mark } })
  const messageId = items[0]?.id as MessageId
  await lin.call(messageApi.copied, { body: { id: messageId } })
  await lin.call(customerApi.redirect, { body: { customerId, agentId: wei.id, reason: '更专业的同事', note: mark } })
  await recordMiss(db.sql, { entId, relationId, customerId, messageId, question: `${mark} 是谁` }, clock.now())
  const now = clock.now()
  await db.sql.insert(schema.knowledgeCandidate).values({
    entId,
    id: newId<CandidateId>(now),
    relationId,
    question: mark,
    sameAs: mark,
    answer: mark,
    customerId,
    messageId,
    lastAt: now,
  })
  await db.sql.insert(schema.automationLog).values({
    entId,
    id: newId<AutomationLogId>(now),
    type: 'followUp',
    name: '沉默跟进',
    customerId,
    relationId,
    step: 1,
    result: 'sent',
    input: { mode: 'text', silentSec: 60 } as never,
    output: { text: mark, generator: null, model: '' },
    at: now,
    durationMs: 1,
  })
  await db.sql
    .insert(schema.relation)
    .values({ entId, userId: lin.id, targetId: customerId, remark: mark, updatedAt: now })
  await db.sql
    .insert(schema.conversation)
    .values({ entId, ownerId: lin.id, topicId: customerId, remark: mark, updatedAt: now })
  await platform.tell(platform.echo(account, mark, `回声 ${mark}`, 'our_api'))
  await platform.settle()
  await here.reception.work.search.run()
  const file = { entId, uploaderId: customerId, topicId: customerId, isPrivate: true, fileName: `${mark}.txt` }
  await saveAttachment({ db, storage }, { ...file, bytes: Buffer.from(`file of ${mark} ${phone}`) }, now)
  return customerId
}

/** Tables whose rows hold the text, and `files`. */
async function holders(text: string): Promise<string[]> {
  const found = await tablesHolding(here.db, text)
  const files = await readdir(filesDir, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of files.filter((each) => each.isFile())) {
    const content = await readFile(path.join(entry.parentPath, entry.name), 'utf8')
    if (content.includes(text)) found.push('files')
  }
  return found
}

test('nothing of an erased person is left in any table or file, and nothing of another is touched', async () => {
  const [mark, phone] = ['mkxiaoman7788', '13877776666']
  const [otherMark, otherPhone] = ['mkdaxue5566', '13966665555']
  const customerId = await markPerson(mark, phone)
  const otherId = await markPerson(otherMark, otherPhone)
  const held = { entId: here.account.entId, relationId: here.account.id, kind: 'welcome', times: [here.clock.now()] }
  await here.db.sql.insert(schema.heldBack).values({ ...held, text: mark })
  const before = await holders(mark)
  const [otherBefore, otherPhoneBefore] = [await holders(otherMark), await holders(otherPhone)]
  expect(before.toSorted()).toEqual([
    'ai_run',
    'attachment',
    'audit',
    'automation_log',
    'conversation',
    'customer',
    'customer_change',
    'customer_name',
    'customer_note',
    'customer_reminder',
    'event',
    'files',
    'held_back',
    'knowledge_candidate',
    'knowledge_miss',
    'knowledge_miss_ask',
    'message',
    'message_feedback',
    'message_search',
    'platform_delivery',
    'platform_pending',
    'relation',
    'scheduled_message',
    'topic',
  ])
  expect(await holders(phone)).toContain('lead')
  const figures = async () => [
    (await here.sessionsOf(customerId)).map((row) => ({ ...row, endAt: null })),
    await here.db.sql.select().from(schema.turn).where(eq(schema.turn.customerId, customerId)),
    await here.db.sql.select().from(schema.customerActivity).where(eq(schema.customerActivity.customerId, customerId)),
    await here.db.sql.select().from(schema.pointLedger),
  ]
  const counted = await figures()

  await here.zhao.call(personalDataApi.erase, { body: { customerId, name: mark } })
  await finish()

  expect(await holders(mark)).toEqual([])
  expect(await holders(phone)).toEqual([])
  expect(await here.customerOf(customerId)).toMatchObject({ name: '已删除客户', avatar: '', agentId: null })
  expect(await figures()).toEqual(counted)
  expect([await holders(otherMark), await holders(otherPhone)]).toEqual([otherBefore, otherPhoneBefore])
  expect(await here.zhao.call(customerApi.detail, { query: { customerId: otherId } })).toMatchObject({
    name: otherMark,
  })
})

const erasures = () => here.db.sql.select().from(schema.erasure)

test('at once the customer is absent for every agent, in lists, counts and calls, and open lists agree', async () => {
  const { lin, zhao } = here
  const customerId = await here.write('小满', '在吗')
  const stays = await here.write('大雪', '在吗')
  await lin.call(customerApi.receive, { body: { customerId } })
  await zhao.call(customerApi.archive, { body: { customerId, archive: true } })
  const archived = await openList(lin, { scope: SCOPE.mine, archive: true })
  const unassigned = await openList(zhao, { scope: SCOPE.unassigned })
  expect(await archived.settle()).toEqual([customerId])

  await erase(customerId, '小满')

  expect(await archived.settle()).toEqual([])
  await archived.agrees()
  expect(await unassigned.settle()).toEqual([stays])
  const archivedUnassigned = await zhao.call(customerApi.list, { body: { scope: SCOPE.unassigned, archive: true } })
  expect(archivedUnassigned).toMatchObject({ items: [], total: 0 })
  const filter = JSON.stringify({ scope: SCOPE.unassigned, archive: true })
  expect(await zhao.call(customerApi.count, { query: { filter } })).toMatchObject({
    archiveCount: { true: 0, false: 1 },
  })
  for (const call of [
    lin.refused(customerApi.detail, { query: { customerId } }),
    lin.refused(messageApi.list, { body: { customerId } }),
    lin.refused(customerApi.createNote, { body: { customerId, text: '还在' } }),
    lin.refused(personalDataApi.startExport, { body: { customerId } }),
    lin.refused(personalDataApi.erase, { body: { customerId, name: '小满' } }),
  ])
    expect(await call).toMatchObject({ code: 40401 })
})

test('at once no lead, count or search has the person, nor a colleague’s lead as a duplicate', async () => {
  const { zhao } = here
  const first = await here.write('大雪', '电话 13877776666')
  const customerId = await here.write('小满', '电话 13877776666，微信 xiaoman7788')
  await here.reception.work.search.run()
  const search = async (keyword: string) => {
    const { customers, messages } = await zhao.call(searchApi.global, { body: { keyword } })
    return [...customers, ...messages].filter((found) => found.customerId === customerId).length
  }
  const seen = async () => {
    const { items, total } = await zhao.call(leadApi.list, { body: {} })
    const page = await zhao.call(leadApi.page, { body: {} })
    const listed = page.items.filter((item) => item.customerId === customerId).length
    return {
      total,
      dups: items.map(({ dupCount }) => dupCount).toSorted((a, b) => a - b),
      listed,
      counts: page.counts.new,
    }
  }
  expect(await seen()).toEqual({ total: 3, dups: [0, 0, 1], listed: 1, counts: 2 })
  expect([await search('小满'), await search('xiaoman7788')]).toEqual([1, 2])

  await here.lin.call(personalDataApi.erase, { body: { customerId, name: '小满' } })

  expect(await seen()).toEqual({ total: 1, dups: [0], listed: 0, counts: 1 })
  expect([await search('小满'), await search('xiaoman7788'), await search('13877776666')]).toEqual([0, 0, 0])
  expect((await zhao.call(leadApi.list, { body: { customerId: first } })).items).toMatchObject([{ dups: [] }])
})

test('a console that was offline hears of the erasure and of nothing else about the person', async () => {
  const { lin } = here
  const customerId = await here.write('小满', '在吗')

  await erase(customerId, '小满')
  await finish()

  const { items } = await lin.call(eventApi.list, { body: { after: 0 } })
  const about = items.filter(({ payload }) => payload.customerId === customerId)
  expect(about).toMatchObject([{ type: 'customer_erase', payload: { customerId, operatorId: lin.id } }])
})

test.each(['', '大雪', '小'])('a typed name %j changes nothing', async (name) => {
  const customerId = await here.write('小满', '在吗')
  const before = await here.customerOf(customerId)

  expect(await here.lin.refused(personalDataApi.erase, { body: { customerId, name } })).toMatchObject({
    code: 42200,
    msg: '输入的名称与客户名称不一致',
  })

  expect(await here.customerOf(customerId)).toEqual(before)
  expect(await erasures()).toEqual([])
})

test('another enterprise’s customer, and one outside the scope, look absent', async () => {
  const customerId = await here.write('小满', '在吗')
  const body = { customerId, name: '小满' }

  expect(await absentForRival(here.rival, personalDataApi.erase, { body })).toMatchObject({ code: 40401 })
  await here.wei.call(customerApi.receive, { body: { customerId } })
  expect(await here.lin.refused(personalDataApi.erase, { body })).toMatchObject({ code: 40401 })
  expect(await erasures()).toEqual([])
})

describe('the person writes again', () => {
  test('a new customer begins, with nothing of the old one', async () => {
    const customerId = await here.write('小满', '在吗', '我电话 13877776666')
    await erase(customerId, '小满')
    await finish()

    const newId = await here.write('小满', '又来了')

    expect(newId).not.toBe(customerId)
    expect(await here.wordsOf(newId)).toEqual(['customer: 又来了'])
    expect(await here.customerOf(newId)).toMatchObject({ name: '小满', leadStatus: null, inboundCount: 1 })
  })

  test('a message that is stored but not applied at the request comes to the new customer and survives the erasure', async () => {
    const { platform, account } = here
    const customerId = await here.write('小满', '在吗')
    await platform.tell(platform.text(account, '小满', '路上的消息'))

    await erase(customerId, '小满')
    await platform.settle()
    await finish()

    const { id } = await here.rowOf('小满')
    expect(await here.wordsOf(id)).toEqual(['customer: 路上的消息'])
  })

  test('messages that race the request are in the new customer or erased with the old, never lost in between', async () => {
    const { platform, account } = here
    const customerId = await here.write('小满', '在吗')
    const sent = Array.from({ length: 10 }, (_, no) => `第 ${no} 条`)
    const tell = async () => {
      for (const text of sent) {
        await platform.tell(platform.text(account, '小满', text))
        await platform.settle()
      }
    }

    const [, refused] = await Promise.all([tell(), erase(customerId, '小满').then(() => undefined)])

    expect(refused).toBeUndefined()
    const old = (await here.wordsOf(customerId)).length - 1
    const fresh = await here.rowOf('小满').catch(() => undefined)
    const kept = fresh ? await here.wordsOf(fresh.id) : []
    expect(kept).toEqual(sent.slice(old).map((text) => `customer: ${text}`))
    await finish()
    expect(await here.wordsOf(customerId)).toEqual([])
    expect(fresh ? await here.wordsOf(fresh.id) : []).toEqual(kept)
  })

  test('a call that the platform repeats does not bring an erased message back', async () => {
    const { platform, account } = here
    const said = platform.text(account, '小满', '在吗')
    await platform.deliver(said, 'once')
    await platform.settle()
    const { id } = await here.rowOf('小满')
    await erase(id, '小满')
    await finish()

    await platform.deliver(said, 'once')
    await platform.settle()

    await expect(here.rowOf('小满')).rejects.toThrow('there is no customer')
  })
})

test('two agents erase at once: one request, one event', async () => {
  const customerId = await here.write('小满', '在吗')
  const body = { customerId, name: '小满' }

  const answers = await Promise.all(
    [here.lin, here.zhao, here.wei].map((person) => person.request(personalDataApi.erase, { body })),
  )

  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 40401, 40401])
  expect(await erasures()).toHaveLength(1)
  expect(await auditEntries(here.db, personalDataApi.erase)).toMatchObject([{ object: customerId, objectName: '' }])
})

test('a job that fails anywhere begins again later and ends complete', async () => {
  const customerId = await markPerson('mkxiaoman7788', '13877776666')
  await here.zhao.call(personalDataApi.erase, { body: { customerId, name: 'mkxiaoman7788' } })
  const steps = PERSON_TABLES.filter(({ erase: how }) => how === 'delete').length
  let left = 0
  const execute: typeof here.db.sql.execute = (query) => {
    left -= 1
    if (left < 0) throw new Error('connection lost')
    return here.db.sql.execute(query)
  }
  const failing = { ...here.db, sql: Object.assign(Object.create(here.db.sql), { execute }) as typeof here.db.sql }
  const worker = createErasureWorker({ ...deps(), db: failing })

  for (let stop = 0; stop < steps; stop += 4) {
    left = stop
    expect(await worker.run()).toBe(true)
    expect(await erasures()).toMatchObject([{ state: 'requested' }])
    expect(await worker.run()).toBe(false)
    here.clock.advance(10 * 60_000)
  }
  await finish()

  expect(await holders('mkxiaoman7788')).toEqual([])
  expect(await erasures()).toMatchObject([{ state: 'done', dueAt: null, platformUserId: '', conversationKey: '' }])
})

test('a node that stopped loses its lease, and another ends the erasure', async () => {
  const customerId = await here.write('小满', '在吗')
  await erase(customerId, '小满')
  await here.db.sql.update(schema.erasure).set({ dueAt: new Date(here.clock.now().getTime() + 60_000) })

  expect(await here.reception.work.erasures.run()).toBe(false)
  here.clock.advance(60_000)
  expect(await here.reception.work.erasures.run()).toBe(true)

  expect(await erasures()).toMatchObject([{ state: 'erased' }])
})
