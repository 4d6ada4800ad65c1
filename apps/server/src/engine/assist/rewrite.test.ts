import type { EntId, RewriteStyle } from '@ruwu/contract'
import { fakeClock } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { createEngine } from '../create-engine.ts'
import { OPEN_AFTER_FAILURES } from '../model/circuit-breaker.ts'
import { answer, scriptedModels } from '../testing/scripted-models.ts'
import { callerOf, inputOf } from '../testing/talk.ts'
import { createAssistant } from './create-assistant.ts'
import { keepsFacts, withoutContacts } from './rewrite.ts'

test.each<[string, string, RewriteStyle, boolean]>([
  ['定金三百', '定金五百', 'politer', false],
  ['定金三百', '定金是 300 元', 'politer', true],
  ['满 300 减 50', '有优惠', 'shorter', false],
  ['一共 3 件，3 件都有货', '3 件都有货', 'shorter', true],
  ['一共 3 件，3 件都有货', '3 件都有货', 'corrected', false],
  ['两天内发货', '三天内发货', 'corrected', false],
  ['一天后到', '两天后到', 'politer', false],
  ['价格 1,000', '价格 1000 元', 'politer', true],
  ['九折', '八折', 'shorter', false],
  ['3万元', '3元', 'politer', false],
  ['三万元', '3 万元', 'politer', true],
  ['2.5w', '2.5 万', 'politer', true],
  ['付50%', '付50元', 'politer', false],
  ['付50%', '先付百分之五十', 'politer', true],
  ['百分之五', '5％', 'politer', true],
  ['周三送货', '周五送货', 'politer', false],
  ['星期二到', '周二到', 'shorter', true],
  ['第三款', '第二款', 'politer', false],
  ['A 款 100、B 款 200', 'A 款 200、B 款 100', 'corrected', false],
  ['B 款 200，A 款 100', 'A 款 100，B 款 200', 'politer', true],
  // No amounts: these words come and go.
  ['好的', '好的，我会第一时间回复您，百分百放心', 'politer', true],
  ['等下', '请您稍等一下，我会一一解答，十分感谢', 'politer', true],
  ['千万别急，万一没到再找我', '别急，没到再找我', 'shorter', true],
])('the numbers of %s are kept by %s (%s): %s', (original, written, style, expected) => {
  expect(keepsFacts({ original, written, contacts: 0, style })).toBe(expected)
})

test.each([
  ['the contact', '加〔1〕', true],
  ['the contact twice', '加〔1〕或〔1〕', false],
  ['the contact and its number as an amount', '加〔1〕，1 元', false],
  ['no contact', '加我', false],
])('a text with %s: %s, %s', (_what, written, expected) => {
  expect(keepsFacts({ original: '加〔1〕', written, contacts: 1, style: 'politer' })).toBe(expected)
})

test('where only mistakes are corrected two contacts keep their places', () => {
  const swapped = { original: '电话〔1〕微信〔2〕', written: '电话〔2〕微信〔1〕', contacts: 2 }
  expect(keepsFacts({ ...swapped, style: 'corrected' })).toBe(false)
  expect(keepsFacts({ ...swapped, style: 'corrected', written: swapped.original })).toBe(true)
})

test('contacts become marks, and so does a mark that was typed', () => {
  expect(withoutContacts('见〔7〕，电话 13812345678')).toEqual({
    marked: '见〔1〕，电话 〔2〕',
    contacts: ['〔7〕', '13812345678'],
  })
})

test('answers that agents cannot use, and failures, do not end the answers of the AI', async () => {
  const { model, models, failures } = await scriptedModels({ say: '五百元' }, { status: 500 })
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const assistant = createAssistant({ models, clock, log: { warn() {} } })
  const request = { entId: 'a' as EntId, signal: new AbortController().signal, begin: async () => {} }
  const rewrite = () => assistant.rewrite(request, { text: '三百元', style: 'politer' })
  expect(await rewrite()).toBeNull()
  for (let time = 0; time < OPEN_AFTER_FAILURES; time += 1) expect(await rewrite()).toBeUndefined()

  model.play(answer('试听课99元一节。'))
  const { generator } = await createEngine(callerOf(models, clock)).decide(inputOf({ said: ['他: 试听课怎么收'] }))
  expect([generator, failures]).toEqual(['model', []])
})
