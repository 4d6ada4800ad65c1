import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangedValue } from './change-sheet.tsx'

const wordsOf = (before: string, after: string) =>
  [...renderToStaticMarkup(<ChangedValue before={before} after={after} />).matchAll(/<span[^>]*>([^<]*)/g)].map(
    ([, words]) => words,
  )

test('a change tells both values, the first value and an emptied one only the one there is', () => {
  expect(wordsOf('跟进中', '高意向')).toEqual(['跟进中', '高意向'])
  expect(wordsOf('', '高意向')).toEqual(['设为「高意向」'])
  expect(wordsOf('高意向', '')).toEqual(['清空（原「高意向」）'])
})
