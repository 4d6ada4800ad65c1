import { expect, test } from 'vitest'
import { openStage, REDBOOK_SPRUCE, SPRUCE, type Stage } from './testing/stage.ts'

/** A morning with both platforms, faults, scripts and answers. */
async function playMorning(stage: Stage): Promise<void> {
  await stage.knobs({ 'hook.duplicate': 0.3, 'hook.reorder': 0.3, 'hook.drop': 0.1, 'hook.contentAs': 'mixed' })
  const token = await stage.douyin.link(SPRUCE)
  await stage.redbook.bind(REDBOOK_SPRUCE)
  for (const scriptId of ['five-short', 'picture-question', 'price-then-lead']) {
    await stage.control('scripts/start', { scriptId, source: 'douyin', accountId: SPRUCE })
    await stage.control('scripts/start', { scriptId, source: 'redbook', accountId: REDBOOK_SPRUCE })
  }
  for (let minute = 0; minute < 4; minute++) await stage.advance(60_000)
  const [talk] = stage.world.conversations()
  await stage.douyin.json(`/im/send/msg/?open_id=${SPRUCE}`, token, {
    to_user_id: talk?.customerId,
    msg_id: talk?.messages[0]?.messageId,
    conversation_id: talk?.conversationId,
    content: { msg_type: 1, text: { text: '您好' } },
  })
  await stage.advance(600_000)
}

async function journalOf(seed: number): Promise<string[]> {
  const stage = await openStage({ seed })
  await playMorning(stage)
  const lines = stage.world.journal.after(0).map((entry) => JSON.stringify(entry))
  await stage.close()
  return lines
}

test('two runs with one seed give equal journals, and another seed another one', async () => {
  const first = await journalOf(7)
  const second = await journalOf(7)
  const other = await journalOf(8)

  expect(first.length).toBeGreaterThan(25)
  expect(second).toEqual(first)
  expect(other).not.toEqual(first)
})

test('a reset begins the same story again', async () => {
  const stage = await openStage({ seed: 7 })
  await playMorning(stage)
  const first = stage.world.journal.after(0)
  await stage.control('reset')
  expect(stage.world.journal.last).toBe(0)
  await playMorning(stage)
  expect(stage.world.journal.after(0)).toEqual(first)
  await stage.close()
})

test('a restored snapshot goes on as the original would have', async () => {
  const stage = await openStage({ seed: 7 })
  await stage.douyin.link(SPRUCE)
  await stage.knobs({ 'hook.duplicate': 0.5 })
  const say = (text: string) => stage.act('douyin', SPRUCE, '_000customer', { do: 'text', text })
  await say('第一句')
  const snapshot = await stage.control('snapshot')
  const goOn = async () => {
    const before = stage.world.journal.last
    for (const text of ['第二句', '第三句', '第四句']) await say(text)
    return stage.world.journal.after(before).map((entry) => ({ ...entry, n: 0 }))
  }

  const first = await goOn()
  await stage.advance(60_000)
  await stage.control('restore', snapshot)

  expect(await goOn()).toEqual(first)
  await stage.close()
})

test('a snapshot keeps what was still to be delivered', async () => {
  const stage = await openStage()
  await stage.douyin.link(SPRUCE)
  await stage.advance(0)
  stage.receiver.answerWith(() => ({ status: 503, body: '' }))
  await stage.act('douyin', SPRUCE, '_000customer', { do: 'text', text: '在吗' })
  const snapshot = await stage.control('snapshot')
  await stage.control('reset')
  stage.receiver.answerWith(() => ({ status: 200, body: '' }))
  stage.receiver.received.length = 0

  await stage.control('restore', snapshot)
  await stage.advance(1_000)

  expect(stage.arrived('im_receive_msg')).toHaveLength(1)
  expect(stage.sim.outbox.waiting).toBe(0)
  await stage.close()
})
