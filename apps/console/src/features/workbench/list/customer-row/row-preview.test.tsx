import { CustomerItem } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { RowPreview } from './row-preview.tsx'

test('a customer who only entered has a line that says so', async () => {
  renderConsole(<RowPreview item={sample(CustomerItem, { lastMessage: null })} />)

  expect(await screen.findByText('进入私信，尚未发消息')).toBeTruthy()
})
