import { customerApi, CustomerField, type CustomerId } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { fieldLines, RowFields } from './row-fields.tsx'

const [first, second] = ['a', 'b'].map((letter) => letter.repeat(32) as CustomerId) as [CustomerId, CustomerId]
const rooms = sample(CustomerField, { name: '户型', type: 'single' })
const area = sample(CustomerField, { name: '面积', type: 'number' })
const fields = [rooms, area]

test('rows that mount together ask once; a customer without values has no line', async () => {
  const server = createFakeServer()
  const values = { [rooms.id]: '三房', [area.id]: '89' }
  server.answer(customerApi.listedFields, [{ customerId: first, fields: values }])
  renderConsole(
    <>
      <RowFields customerId={first} fields={fields} />
      <RowFields customerId={second} fields={fields} />
    </>,
    { server },
  )

  await screen.findByText('三房 · 89')
  expect(document.querySelectorAll('.cut')).toHaveLength(1)
  expect(server.calls(customerApi.listedFields)).toEqual([{ body: { customerIds: [first, second] } }])
  expect(fieldLines(fields, values)).toEqual(['户型：三房', '面积：89'])
})
