import {
  aiAgentApi,
  ERRORS,
  knowledgeApi,
  PREVIEW_ANSWERS_MAX,
  previewApi,
  PreviewFrame,
  type PreviewId,
} from '@ruwu/contract'
import { DEFAULT_AI_DRAFT } from '@ruwu/domain'
import type { TestSocket } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runHousekeeping } from '../../compose/housekeeping.ts'
import { readConfig } from '../../platform/config.ts'
import { aiPreview, aiPreviewDay, customerMessage, knowledge, outbox, pointLedger } from '../../db/schema/index.ts'
import { createLog } from '../../platform/log.ts'
import { aiAgentWorld, handsOver, says } from '../../testing/ai-agent-world.ts'
import type { Person } from '../../testing/person.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'
import { DryRun } from '../ai-agent/index.ts'
import { PreviewService } from './preview.service.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'

async function previewWorld() {
  const here = await aiAgentWorld()
  const { zhao, account, teach, db } = here
  await teach(account.id, '你们的地址在哪里', '我们在西湖区')
  const subject = { subSourceId: account.id, source: account.source }
  const start = async (person: Person = zhao) => (await person.call(previewApi.start, { body: subject })).convId
  const ask = (convId: PreviewId, text: string, more: { useDraft?: boolean } = {}) =>
    zhao.call(previewApi.chat, { body: { convId, text, ...more } })
  const rowOf = async (convId: PreviewId) => {
    const [row] = await db.sql.select().from(aiPreview).where(eq(aiPreview.id, convId))
    return row
  }
  const screen = await zhao.connect()
  /** Asks, and waits for the end. */
  const talk = async (convId: PreviewId, text: string, more: { useDraft?: boolean } = {}) => {
    const { turnId } = await ask(convId, text, more)
    return { turnId, frames: await framesOf(screen, turnId) }
  }
  return { ...here, subject, start, ask, talk, rowOf, screen }
}

/** Everything told of a turn, up to its end. */
async function framesOf(socket: TestSocket, turnId: string): Promise<PreviewFrame[]> {
  const frames = () =>
    socket.frames
      .flatMap((frame) => ('content' in frame && frame.type.startsWith('preview') ? [frame.content?.text ?? ''] : []))
      .map((text) => PreviewFrame.parse(JSON.parse(text)))
      .filter((frame) => frame.turnId === turnId)
  await socket.next(() => frames().some(({ type }) => type === 'preview_done'))
  return frames()
}

const saveNothing = () => Promise.reject(new Error('nothing is kept here'))

// R46
test('an answer is streamed with its knowledge, to the asking agent only', async () => {
  const { start, ask, screen, zhao, wei, account } = await previewWorld()
  const other = await wei.connect()
  const second = await zhao.connect()
  const convId = await start()

  const { turnId, left } = await ask(convId, '你们的地址在哪里')

  expect(left).toBe(PREVIEW_ANSWERS_MAX - 1)
  const frames = await framesOf(screen, turnId)
  expect(frames.map(({ type }) => type)).toEqual([
    'preview',
    'preview_knowledge',
    'preview',
    ...Array.from('我们在西湖区', () => 'preview_message'),
    // What was used of it.
    'preview_knowledge',
    'preview_message',
    'preview_event',
    'preview_done',
  ])
  expect(frames[0]).toMatchObject({ convId, state: 'thinking' })
  expect(frames[1]).toMatchObject({ pieces: [{ title: '你们的地址在哪里', type: 'qa' }] })
  const words = frames.flatMap((frame) => (frame.type === 'preview_message' && !frame.isWhole ? [frame.text] : []))
  expect(words).toEqual(Array.from('我们在西湖区'))
  expect(frames.at(-3)).toMatchObject({ index: 0, text: '我们在西湖区', isWhole: true })
  expect(frames.at(-2)).toMatchObject({ decision: { kind: 'answer' }, findings: [] })
  expect(frames.at(-1)).toMatchObject({ points: 1, generator: 'builtin', error: null })
  expect(await framesOf(second, turnId)).toEqual(frames)
  await other.roundTrip()
  expect(JSON.stringify(other.frames)).not.toContain(convId)
  expect(account.source).toBe('douyin')
})

test('with the engine that is shipped, what was typed a moment ago is answered', async () => {
  const here = await world()
  const { zhao } = here
  const { id, source } = await openAccount(here, { entId: zhao.entId })
  const said = { question: '你们的地址在哪里', answer: '我们在西湖区文三路 99 号' }
  await zhao.call(knowledgeApi.save, { body: { relationId: id, type: 'qa', ...said } })
  await zhao.call(aiAgentApi.saveTest, { body: { relationId: id, question: '请问地址在哪里呀', points: ['文三路'] } })
  const screen = await zhao.connect()
  const { convId } = await zhao.call(previewApi.start, { body: { subSourceId: id, source } })

  const { turnId } = await zhao.call(previewApi.chat, { body: { convId, text: '请问地址在哪里呀' } })

  const frames = await framesOf(screen, turnId)
  expect(frames.find(({ type }) => type === 'preview_event')).toMatchObject({ decision: { kind: 'answer' } })
  expect(JSON.stringify(frames.filter(({ type }) => type === 'preview_message'))).toContain('文三路 99 号')
  expect(await zhao.call(aiAgentApi.publish, { body: { relationId: id } })).toEqual({ version: 1, failures: [] })
})

test('nothing of it reaches a customer, the outbox or the ledger', async () => {
  const { start, talk, db } = await previewWorld()
  const spent = async () => (await db.sql.select().from(pointLedger)).length
  const before = await spent()

  await talk(await start(), '你们的地址在哪里')

  expect(await db.sql.select().from(customerMessage)).toEqual([])
  expect(await db.sql.select().from(outbox)).toEqual([])
  expect(await spent()).toBe(before)
})

test('the draft answers, or what was published', async () => {
  const { start, talk, save, publish, zhao, engine } = await previewWorld()
  const convId = await start()
  const refused = await zhao.refused(previewApi.chat, { body: { convId, text: '在吗', useDraft: false } })
  expect(refused).toMatchObject({ code: ERRORS.refused.code, msg: '尚未发布 AI 智能体' })
  await save({ role: { ...DEFAULT_AI_DRAFT.role, name: '旧' } })
  await publish()
  await save({ role: { ...DEFAULT_AI_DRAFT.role, name: '新' } })

  await talk(convId, '在吗')
  await talk(convId, '在吗', { useDraft: false })

  expect(engine.asked.map(({ config }) => config.role.name)).toEqual(['新', '旧'])
})

test('a sub-account that knows nothing itself is tried with what its main account knows', async () => {
  const { publish, staff, zhao, screen } = await previewWorld()
  await publish()
  const { convId } = await zhao.call(previewApi.start, { body: { subSourceId: staff.id, source: staff.source } })

  const { turnId } = await zhao.call(previewApi.chat, { body: { convId, text: '你们的地址在哪里' } })

  const frames = await framesOf(screen, turnId)
  expect(frames.at(-3)).toMatchObject({ text: '我们在西湖区', isWhole: true })
})

test('it remembers the conversation, until a hand-over', async () => {
  const { start, talk, engine } = await previewWorld()
  const convId = await start()
  await talk(convId, '你们的地址在哪里')
  engine.answer = async (input) => handsOver(input)
  const { frames } = await talk(convId, '我要投诉')
  await talk(convId, '在吗')

  const [, second, third] = engine.asked
  expect(second?.turns.map(({ who, text }) => [who, text])).toEqual([
    ['customer', '你们的地址在哪里'],
    ['ai', '我们在西湖区'],
    ['customer', '我要投诉'],
  ])
  expect(second?.memory.answers).toBe(1)
  expect(frames.at(-3)).toMatchObject({ text: DEFAULT_AI_DRAFT.handoff.text, isWhole: true })
  expect(frames.at(-1)).toMatchObject({ points: 0 })
  expect(third?.turns.map(({ text }) => text)).toEqual(['在吗'])
  expect(third?.memory.answers).toBe(0)
})

test('while an answer is under way nothing else is asked', async () => {
  const { start, ask, talk, screen, engine, zhao } = await previewWorld()
  const gate = Promise.withResolvers<void>()
  engine.answer = async (input) => {
    await gate.promise
    return says(input, ['好的'])
  }
  const convId = await start()
  const { turnId } = await ask(convId, '在吗')

  const refused = await zhao.refused(previewApi.chat, { body: { convId, text: '在不在' } })
  expect(refused).toMatchObject({ code: ERRORS.refused.code, msg: '正在回答，请稍候' })

  gate.resolve()
  await framesOf(screen, turnId)
  expect((await talk(convId, '在不在')).frames.at(-1)).toMatchObject({ error: null })
})

test('an enterprise has two hundred answers a day, however many ask at once', async () => {
  const { start, ask, zhao, db, clock, engine } = await previewWorld()
  const day = '2026-03-16'
  await db.sql.insert(aiPreviewDay).values({ entId: zhao.entId, day, answers: PREVIEW_ANSWERS_MAX - 2 })
  const previews = await Promise.all(Array.from({ length: 5 }, () => start()))

  const answers = await Promise.allSettled(previews.map((convId) => ask(convId, '在吗')))

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const [convId] = previews
  const refused = await zhao.refused(previewApi.chat, { body: { convId: convId!, text: '在吗' } })
  expect(refused).toMatchObject({ code: ERRORS.refused.code, msg: '预览次数已达今日上限' })
  const [row] = await db.sql.select().from(aiPreviewDay)
  expect(row?.answers).toBe(PREVIEW_ANSWERS_MAX)

  await expect.poll(() => engine.asked.length).toBe(2)
  clock.advance(86_400_000)
  expect(await ask(await start(), '在吗')).toMatchObject({ left: PREVIEW_ANSWERS_MAX - 1 })
})

test('restarting drops the old conversation and its running answer', async () => {
  const { start, ask, talk, zhao, engine, rowOf } = await previewWorld()
  const convId = await start()
  const { answer } = engine
  engine.answer = () => new Promise(() => {})
  await ask(convId, '在吗')
  await expect.poll(() => engine.asked.length).toBe(1)

  const next = await zhao.call(previewApi.restart, { body: { convId } })

  expect(next.convId).not.toBe(convId)
  expect(engine.asked[0]?.signal.aborted).toBe(true)
  expect(await rowOf(convId)).toBeUndefined()
  expect((await zhao.refused(previewApi.chat, { body: { convId, text: '在吗' } })).code).toBe(ERRORS.notFound.code)
  engine.answer = answer
  await talk(next.convId, '你们的地址在哪里')
  expect(engine.asked.at(-1)?.turns).toHaveLength(1)
})

test('leaving takes the conversation away, also twice', async () => {
  const { start, zhao, rowOf } = await previewWorld()
  const convId = await start()

  expect(await zhao.call(previewApi.exit, { body: { convId } })).toBe(true)
  expect(await zhao.call(previewApi.exit, { body: { convId } })).toBe(true)

  expect(await rowOf(convId)).toBeUndefined()
})

test('answers are rated, and a better one becomes knowledge', async () => {
  const { start, talk, zhao, account, rowOf, db } = await previewWorld()
  const convId = await start()
  const { turnId } = await talk(convId, '几点开门')

  await zhao.call(previewApi.feedback, { body: { convId, turnId, rating: 'bad' } })
  const kept = await zhao.call(previewApi.keep, { body: { convId, turnId, question: '几点开门', answer: '早上九点' } })

  expect((await rowOf(convId))?.turns).toMatchObject([{ id: turnId, question: '几点开门', rating: 'bad' }])
  const [entry] = await db.sql.select().from(knowledge).where(eq(knowledge.id, kept.knowledgeId))
  expect(entry).toMatchObject({ relationId: account.id, question: '几点开门', answer: '早上九点', status: 'active' })
  const { frames } = await talk(convId, '几点开门')
  expect(frames.at(-3)).toMatchObject({ text: '早上九点' })
  const unknown = { convId, turnId: 'nothing' }
  expect((await zhao.refused(previewApi.feedback, { body: { ...unknown, rating: 'good' } })).code).toBe(
    ERRORS.notFound.code,
  )
})

test('an engine that breaks, or takes too long, ends the turn and lets the next begin', async () => {
  const { start, talk, engine, db, bus, clock, reception, zhao, screen } = await previewWorld()
  const { answer } = engine
  engine.answer = async () => {
    throw new Error('the model is away')
  }
  const convId = await start()
  expect((await talk(convId, '在吗')).frames.at(-1)).toMatchObject({ points: 0, error: '预览失败，请重试' })

  const log = createLog('silent')
  const dryRun = new DryRun({ db, clock, engine, search: reception.ai.search })
  const hurried = new PreviewService({ db, bus, clock, log, dryRun, saveAnswer: saveNothing, timeoutMs: 20 })
  engine.answer = () => new Promise(() => {})
  const caller = { entId: zhao.entId, agentId: zhao.id, accountScope: null } as Parameters<PreviewService['chat']>[0]
  const { turnId } = await hurried.chat(caller, convId, { text: '在吗', useDraft: true })
  expect((await framesOf(screen, turnId)).at(-1)).toMatchObject({ error: '预览超时' })

  engine.answer = answer
  expect((await talk(convId, '你们的地址在哪里')).frames.at(-1)).toMatchObject({ error: null })
})

test('a preview idle for half an hour is deleted', async () => {
  const { start, rowOf, clock, db } = await previewWorld()
  const old = await start()
  clock.advance(29 * 60_000)
  const fresh = await start()
  clock.advance(2 * 60_000)

  await runHousekeeping(db, clock.now(), readConfig({}))

  expect(await rowOf(old)).toBeUndefined()
  expect(await rowOf(fresh)).toBeDefined()
})

test('a preview is its agent’s own: to others, and in other enterprises, it is not there', async () => {
  const { start, hire, rival, subject } = await previewWorld()
  const convId = await start()
  const colleague = await (await hire('小白', ['channelAccount:viewPage', 'channelAccount:settingsEdit'])).signIn()
  const turnId = 'any'

  for (const person of [colleague, rival]) {
    const refusals = [
      await absentForRival(person, previewApi.chat, { body: { convId, text: '在吗' } }),
      await absentForRival(person, previewApi.restart, { body: { convId } }),
      await absentForRival(person, previewApi.feedback, { body: { convId, turnId, rating: 'good' } }),
      await absentForRival(person, previewApi.keep, { body: { convId, turnId, question: '在吗', answer: '在' } }),
    ]
    for (const refused of refusals) expect(refused.code).toBe(ERRORS.notFound.code)
    await answerForRival(person, previewApi.exit, { body: { convId } })
  }
  expect((await absentForRival(rival, previewApi.start, { body: subject })).code).toBe(ERRORS.notFound.code)
  const wrong = { ...subject, source: 'redbook' as const }
  expect((await colleague.refused(previewApi.start, { body: wrong })).code).toBe(ERRORS.notFound.code)
  expect(await start()).toBeDefined()
})
