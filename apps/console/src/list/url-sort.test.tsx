import { screen } from '@testing-library/react'
import { Table } from 'antd'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import { readSort, useUrlSort, withSort } from './url-sort.ts'

const fields = ['enter', 'rate'] as const
const query = (text: string) => new URLSearchParams(text)

test.each([
  ['sort=enter', { field: 'enter', order: 'asc' }],
  ['sort=-rate', { field: 'rate', order: 'desc' }],
  ['sort=unknown', undefined],
  ['', undefined],
] as const)('%s reads as %o', (text, expected) => {
  expect(readSort(query(text), fields)).toEqual(expected)
})

test('another order keeps the filter and begins at the first page', () => {
  const before = query('tab=agent&page=3&sort=enter')

  expect(String(withSort(before, { field: 'rate', order: 'desc' }))).toBe('tab=agent&sort=-rate')
  expect(String(withSort(before, undefined))).toBe('tab=agent')
})

function Sortable() {
  const { column, onChange } = useUrlSort(fields)
  return (
    <Table
      rowKey="id"
      columns={[{ title: '进线', ...column('enter') }]}
      dataSource={[{ id: 1 }]}
      pagination={false}
      onChange={onChange}
    />
  )
}

test('a header goes 降序, 升序, default, and says so', async () => {
  const { user, address } = renderConsole(<Sortable />, { path: '/list?tab=agent&page=2' })
  await screen.findByText('进线')

  const seen: unknown[] = []
  for (let click = 0; click < 3; click += 1) {
    await user.click(screen.getByText('进线'))
    seen.push([address(), screen.getByRole('columnheader', { name: /进线/ }).getAttribute('aria-sort')])
  }

  expect(seen).toEqual([
    ['/list?tab=agent&sort=-enter', 'descending'],
    ['/list?tab=agent&sort=enter', 'ascending'],
    ['/list?tab=agent', null],
  ])
})
