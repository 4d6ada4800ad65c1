import { expect, test } from 'vitest'
import { isNarrowed, readFilter, readOpenRows, withOpenRows, writeFilter } from './account-filter.ts'

test.each([
  ['', { source: 'redbook' }],
  ['source=douyin&openStatus=abnormal', { source: 'douyin', openStatus: 'abnormal' }],
  ['source=weibo&openStatus=gone&adStatus=x&receptionMode=half', { source: 'redbook' }],
  ['adStatus=no_spend&receptionMode=close&page=3', { source: 'redbook', adStatus: 'no_spend', receptionMode: 'close' }],
  ['keyword=%20%E6%9C%A8%E4%BD%9C%20', { source: 'redbook', keyword: '木作' }],
])('the address ?%s means %j', (search, filter) => {
  expect(readFilter(new URLSearchParams(search))).toEqual(filter)
})

test('a copied address gives a colleague the same view, without what is the default', () => {
  const address = 'source=douyin&openStatus=needs_reauth&receptionMode=open'

  expect(writeFilter(readFilter(new URLSearchParams(address))).toString()).toBe(address)
  expect(writeFilter({ source: 'redbook' }).toString()).toBe('')
})

test('the source alone is no filter', () => {
  expect(isNarrowed({ source: 'douyin' })).toBe(false)
  expect(isNarrowed({ source: 'douyin', keyword: '' })).toBe(false)
  expect(isNarrowed({ source: 'redbook', adStatus: 'none' })).toBe(true)
})

test('the opened rows stand in the address beside the filter', () => {
  const search = new URLSearchParams('source=douyin')
  const opened = withOpenRows(search, ['a', 'b'])

  expect(readOpenRows(search)).toBeUndefined()
  expect(readOpenRows(opened)).toEqual(['a', 'b'])
  expect(opened.get('source')).toBe('douyin')
  expect(readOpenRows(withOpenRows(opened, []))).toEqual([])
})
