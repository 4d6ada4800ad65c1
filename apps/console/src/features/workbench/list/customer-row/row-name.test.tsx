import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RowName } from './row-name.tsx'

const markedIn = (keyword: string) =>
  renderToStaticMarkup(<RowName name="Momo 的新家" remark="王女士" keyword={keyword} />).match(/(?<=<mark[^>]*>)[^<]+/g)

test('what the list was searched for is marked in remark and name', () => {
  expect(markedIn('女士')).toEqual(['女士'])
  expect(markedIn('momo')).toEqual(['Momo'])
  expect(markedIn('')).toBeNull()
})
