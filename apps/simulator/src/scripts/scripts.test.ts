import { findEmoji, splitEmoji } from '@ruwu/domain/emoji'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStage, REDBOOK_LIGHT, REDBOOK_SPRUCE, SPRUCE, STAFF_NING, type Stage } from '../testing/stage.ts'
import type { RunView, Source } from '../views.ts'
import { readScripts } from './read-scripts.ts'

const scripts = readScripts()

describe('the demo set', () => {
  test('holds every customer that a demo needs', () => {
    const titles = [
      '价格咨询后留资', '只进线不开口', '连发五条短句', '变体微信号', '复制微信后沉默', '号码被脱敏', '生气要求人工', '发图询问',
      '夜间咨询', '静默后被唤醒', '撤回后重说', '意向评论转私信', '同一人在两个账号咨询', '超过 6 条', '员工号接待',
    ] // oxfmt-ignore
    expect(scripts.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
  })

  test('names nobody real: telephone numbers are of the two invented blocks', () => {
    const numbers = JSON.stringify(scripts).match(/1[3-9]\d{9}/g) ?? []
    expect(numbers.length).toBeGreaterThan(3)
    for (const number of numbers) expect(number).toMatch(/^1[38]\d0000\d{4}$|^1390000\d{4}$/)
  })

  test('uses only emoji codes that the source has', () => {
    for (const { source, steps } of scripts) {
      const own: Source = source === 'both' ? 'douyin' : source
      const codes = JSON.stringify(steps).match(/\[[^[\]\s",\d]{1,16}\]/g) ?? []
      for (const code of codes) expect(findEmoji(own, code)?.code).toBe(code)
    }
  })
})

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
  await stage.douyin.link(SPRUCE)
  await stage.redbook.bind(REDBOOK_SPRUCE)
  await stage.redbook.bind(REDBOOK_LIGHT)
  await stage.advance(0)
})
afterEach(() => stage.close())

const start = (scriptId: string, source: Source, accountId: string) =>
  stage.control<RunView>('scripts/start', { scriptId, source, accountId })
const runOf = ({ runId }: RunView) => stage.machine.player.runViews().find((run) => run.runId === runId)
const reply = (source: Source, accountId: string, customerId: string, text: string) =>
  stage.merchant(source, accountId, { do: 'text', customerId, text })
const saidBy = (source: Source, accountId: string, customerId: string) =>
  stage.world
    .findConversation(source, accountId, customerId)
    ?.messages.filter(({ from }) => from === 'customer')
    .map(({ content }) => (content.type === 'text' ? content.text : content.type)) ?? []

test('a customer enters, asks, and leaves when nobody answers', async () => {
  const run = await start('price-then-lead', 'douyin', SPRUCE)
  expect(runOf(run)?.state).toBe('running')
  await stage.advance(6_000)
  expect(stage.arrived('im_enter_direct_msg')).toHaveLength(1)
  expect(saidBy('douyin', SPRUCE, run.customerId)).toHaveLength(1)
  expect(runOf(run)?.state).toBe('waiting')
  await stage.advance(60_000)
  expect(runOf(run)).toMatchObject({ state: 'left', note: '没有等到 reply' })
})

test('an answer and a card carry the story to its end', async () => {
  const run = await start('price-then-lead', 'douyin', SPRUCE)
  await stage.advance(6_000)
  await reply('douyin', SPRUCE, run.customerId, '您好，按投影面积算')
  await stage.advance(9_000)
  expect(saidBy('douyin', SPRUCE, run.customerId)).toHaveLength(2)

  const token = await stage.douyin.link(SPRUCE)
  const talk = stage.world.findConversation('douyin', SPRUCE, run.customerId)
  await stage.douyin.json(`/im/send/msg/?open_id=${SPRUCE}`, token, {
    to_user_id: run.customerId,
    msg_id: talk?.messages.at(-1)?.messageId,
    conversation_id: talk?.conversationId,
    content: {
      msg_type: 8,
      retain_consult_card: { card_id: stage.world.getAccount('douyin', SPRUCE).cards[0]?.cardId },
    },
  })
  await stage.advance(20_000)

  expect(runOf(run)).toMatchObject({ state: 'finished', done: 7, steps: 7 })
  const filled = talk?.messages.find(({ content, from }) => content.type === 'card' && from === 'customer')
  expect(filled?.content).toMatchObject({ filled: [{ label: '姓名', value: '周女士' }, {}, {}] })
})

test('an angry customer waits for a human, not for any answer', async () => {
  const run = await start('angry-human', 'redbook', REDBOOK_SPRUCE)
  await stage.advance(6_000)
  await reply('redbook', REDBOOK_SPRUCE, run.customerId, '请问有什么可以帮您？')
  await stage.advance(7_000)
  await reply('redbook', REDBOOK_SPRUCE, run.customerId, '请提供订单号')
  await stage.advance(10_000)
  expect(runOf(run)?.state).toBe('waiting')
  await reply('redbook', REDBOOK_SPRUCE, run.customerId, '您好，我是人工客服')
  await stage.advance(12_000)
  expect(runOf(run)?.state).toBe('finished')
})

test('silence ends when the merchant has been quiet long enough, counted from the last word', async () => {
  const run = await start('silent-then-awake', 'douyin', SPRUCE)
  await stage.advance(6_000)
  await reply('douyin', SPRUCE, run.customerId, '质保五年')
  await stage.advance(300_000)
  await reply('douyin', SPRUCE, run.customerId, '还有其它问题吗')
  await stage.advance(599_000)
  expect(runOf(run)).toMatchObject({ state: 'waiting', done: 4 })
  await stage.advance(2_000)
  expect(runOf(run)).toMatchObject({ state: 'waiting', done: 5 })
  await reply('douyin', SPRUCE, run.customerId, '最近考虑得怎么样啦')
  await stage.advance(30_000)
  expect(saidBy('douyin', SPRUCE, run.customerId)).toHaveLength(2)
})

test('words written for both sources leave with the codes of the source they play on', async () => {
  const texts: string[] = []
  for (let count = 0; count < 12; count++) {
    const run = await start('price-then-lead', 'redbook', REDBOOK_SPRUCE)
    await stage.advance(6_000)
    texts.push(...saidBy('redbook', REDBOOK_SPRUCE, run.customerId))
  }
  expect(texts.length).toBe(12)
  expect(texts.join('')).not.toContain('[疑问]')
  expect(splitEmoji('douyin', texts.join('')).every(({ kind }) => kind === 'text')).toBe(true)
})

test('the same person turns to two accounts', async () => {
  const second = '2d9c7e41-80aa-4f13-9c26-7a5be0d4f318'
  await stage.douyin.link(second)
  const run = await start('two-desks', 'douyin', SPRUCE)
  await stage.advance(6_000)
  await reply('douyin', SPRUCE, run.customerId, '您好')
  await stage.advance(70_000)
  expect(saidBy('douyin', second, run.customerId)).toHaveLength(1)
  expect(saidBy('douyin', SPRUCE, run.customerId)).toHaveLength(2)
  expect(runOf(run)?.state).toBe('finished')
})

test('a script of the staff desk finds staff accounts, others find main accounts', () => {
  const { player } = stage.machine
  const staffDesk = scripts.find(({ id }) => id === 'staff-desk')!
  const mainDesk = scripts.find(({ id }) => id === 'enter-only')!
  expect(player.stagesFor(staffDesk, 'redbook').map(({ accountId }) => accountId)).toContain(STAFF_NING)
  expect(player.stagesFor(mainDesk, 'redbook').map(({ accountId }) => accountId)).toEqual([
    REDBOOK_SPRUCE,
    REDBOOK_LIGHT,
  ])
  expect(player.stagesFor(mainDesk, 'douyin').map(({ accountId }) => accountId)).toEqual([SPRUCE])
})

test('a script can be stopped, and can not play where it does not fit', async () => {
  const run = await start('five-short', 'douyin', SPRUCE)
  await stage.control('scripts/stop', { runId: run.runId })
  expect(runOf(run)?.state).toBe('stopped')
  await stage.advance(60_000)
  expect(saidBy('douyin', SPRUCE, run.customerId)).toEqual([])
  await expect(start('staff-desk', 'douyin', SPRUCE)).rejects.toThrow('不能在该平台上演')
  await expect(start('nothing', 'douyin', SPRUCE)).rejects.toThrow('没有这个剧本')
})
