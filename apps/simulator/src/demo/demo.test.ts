import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, REDBOOK_LIGHT, SPRUCE, START_AT, type Stage } from '../testing/stage.ts'
import { pastMoments } from './past.ts'

const DAY_MS = 24 * 3_600_000
let stage: Stage
beforeEach(async () => {
  stage = await openStage({ seed: 7 })
  await stage.douyin.link(SPRUCE)
  await stage.redbook.bind(REDBOOK_LIGHT)
  await stage.advance(0)
})
afterEach(() => stage.close())

test('the past lies in the past, in order, and is told through the real webhooks', async () => {
  const { moments } = await stage.control<{ moments: number }>('demo', { days: 3 })
  expect(moments).toBeGreaterThan(60)
  expect(stage.machine.pastLeft).toBeGreaterThan(0)

  await stage.advance(30_000)

  expect(stage.machine.pastLeft).toBe(0)
  const times = stage.arrived('im_receive_msg').map(({ body }) => {
    const { content } = JSON.parse(body) as { content: string | { create_time: number } }
    return (typeof content === 'string' ? (JSON.parse(content) as { create_time: number }) : content).create_time
  })
  expect(times.length).toBeGreaterThan(10)
  expect(times).toEqual(times.toSorted((left, right) => left - right))
  for (const time of times) expect(time).toBeLessThan(START_AT)
  expect(times[0]).toBeGreaterThan(START_AT - 4 * DAY_MS)
  expect(stage.arrived('im_send_msg').length).toBeGreaterThan(5)
  expect(stage.sim.outbox.counts).toMatchObject({ refused: 0, givenUp: 0 })
})

test('merchants of the past answered in the app, and some customers left their number', () => {
  for (const moment of pastMoments(stage.sim, stage.machine.player, 20)) moment.happen()
  const messages = stage.world.conversations().flatMap((talk) => talk.messages)
  expect(messages.filter(({ origin }) => origin === 'api')).toEqual([])
  expect(messages.filter(({ origin }) => origin === 'app').length).toBeGreaterThan(100)
  expect(messages.filter(({ content }) => content.type === 'card' && content.filled !== null).length).toBeGreaterThan(5)
})

test('afterwards new customers come at a gentle pace', async () => {
  await stage.control('demo', { days: 0 })
  await stage.advance(30 * 60_000)
  const { length } = stage.machine.player.runViews()
  expect(length).toBeGreaterThan(8)
  expect(length).toBeLessThan(40)
})
