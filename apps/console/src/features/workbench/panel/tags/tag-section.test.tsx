import { CustomerDetail, tagApi } from '@ruwu/contract'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { renderConsole, valueIn } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { askFor } from '../../chat-requests.ts'
import { TagSection } from './tag-section.tsx'

test('what is typed after Alt+G goes into the search of tags, however often it is opened, and the reply gets the focus back', async () => {
  const server = createFakeServer()
  server.answer(tagApi.list, [])
  const customer = sample(CustomerDetail, { tagIds: [] })
  const { user } = renderConsole(
    <>
      <textarea aria-label="回复内容" />
      <TagSection customer={customer} canEdit />
    </>,
    { server },
  )
  const reply = await screen.findByLabelText('回复内容')
  await user.click(reply)

  for (const time of ['first', 'second']) {
    act(() => askFor(customer.customerId, 'tag'))
    await user.keyboard('高意向')
    expect([time, await screen.findByRole('combobox')]).toEqual([time, document.activeElement])
    expect(valueIn('回复内容')).toBe('')
    await user.keyboard('{Escape}')
    expect([time, document.activeElement]).toEqual([time, reply])
  }
})
