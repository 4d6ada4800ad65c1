import { quickReplyApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { testFormRules } from '../../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { KeepReplyDialog } from './keep-reply-dialog.tsx'

function open() {
  const server = createFakeServer()
  server.answer(quickReplyApi.keep, sample(quickReplyApi.keep.data))
  return openLayer((close) => <KeepReplyDialog text="您好，量房是免费的，三天内上门" onClose={close} />, { server })
}

testFormRules({
  open,
  edit: (dialog) => dialog.fill('标题', '量房'),
  typed: () => [valueIn('标题'), valueIn('内容')],
  endpoint: quickReplyApi.keep,
  sent: { body: expect.objectContaining({ title: '量房', content: '您好，量房是免费的，三天内上门' }) },
  refusalAt: 'field',
})

test('the title begins with the first ten characters; without a title nothing is saved', async () => {
  const dialog = await open()
  expect(valueIn('标题')).toBe('您好，量房是免费的，')

  await dialog.fill('标题', '')
  await dialog.user.keyboard('{Enter}')

  expect(dialog.button('保存')).toHaveProperty('disabled', true)
  expect(dialog.server.calls(quickReplyApi.keep)).toEqual([])
})

test('Enter pressed twice keeps one reply', async () => {
  const dialog = await open()
  const held = dialog.server.hold(quickReplyApi.keep)

  await dialog.fill('标题', '量房')
  await dialog.user.keyboard('{Enter}{Enter}')
  held.release()

  await dialog.expectClosed()
  expect(dialog.server.calls(quickReplyApi.keep)).toHaveLength(1)
})
