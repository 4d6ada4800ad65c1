import type { RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  canRetryExport,
  coversRights,
  EXPORT_TEXTS,
  exportFileName,
  exportProgress,
  type ExportRights,
  filterText,
  periodText,
} from './export.ts'

test.each([
  ['waiting', 0, null, 0],
  ['running', 0, 0, 0],
  ['running', 1, 3, 33],
  ['running', 3, 3, 99],
  ['running', 5, 3, 99],
  ['failed', 1, 2, 50],
  ['done', 0, 0, 100],
] as const)('an export that is %s with %s of %s rows is at %s %', (status, rows, total, percent) => {
  expect(exportProgress(status, rows, total)).toBe(percent)
})

const [first, second] = ['first', 'second'] as RelationId[] as [RelationId, RelationId]
const all: ExportRights = { mask: null, customerScope: 'all', accountScope: null }

test.each<[Partial<ExportRights>, Partial<ExportRights>, boolean]>([
  [{}, {}, true],
  [{ mask: 'wechat' }, {}, false],
  [{ mask: 'contacts' }, { mask: 'wechat' }, false],
  [{ mask: 'wechat' }, { mask: 'contacts' }, true],
  [{}, { mask: 'contacts' }, true],
  [{ customerScope: 'own' }, {}, false],
  [{ customerScope: 'own' }, { customerScope: 'own' }, true],
  [{}, { customerScope: 'own' }, true],
  [{ accountScope: [first] }, {}, false],
  [{ accountScope: [first] }, { accountScope: [first, second] }, false],
  [{ accountScope: [first, second] }, { accountScope: [second] }, true],
  [{ accountScope: [] }, { accountScope: [] }, true],
  [{}, { accountScope: [first] }, true],
])('the rights %j cover those of a file %j: %s', (now, then, isCovered) => {
  expect(coversRights({ ...all, ...now }, { ...all, ...then })).toBe(isCovered)
})

test.each([
  ['failed', EXPORT_TEXTS.erased, true],
  ['failed', EXPORT_TEXTS.erasedWithKeyword, false],
  ['done', '', false],
  ['waiting', '', false],
] as const)('an export that is %s (%s) can be tried again: %s', (status, error, can) => {
  expect(canRetryExport({ status, error })).toBe(can)
})

test('a file is named by what it holds and the enterprise’s time', () => {
  const at = new Date('2026-03-15T20:05:00.000Z')

  expect(exportFileName('audit', 'csv', at, 'Asia/Shanghai')).toBe('操作日志_20260316-0405.csv')
})

test.each([
  [{}, '全部'],
  [{ 客服: undefined, 关键词: '' }, '全部'],
  [{ 客服: '林小满', 动作: undefined, 关键词: '夜班' }, '客服：林小满，关键词：夜班'],
])('the filter %j reads %s', (parts, text) => {
  expect(filterText(parts)).toBe(text)
})

const [FIRST, END] = ['2026-02-28T16:00:00.000Z', '2026-03-16T16:00:00.000Z']

test.each([
  [undefined, undefined, undefined],
  [FIRST, END, '2026-03-01 至 2026-03-16'],
  [FIRST, undefined, '2026-03-01 至'],
  [undefined, END, '至 2026-03-16'],
])('the period from %s to %s reads %s', (from, to, text) => {
  expect(periodText(from, to, 'Asia/Shanghai')).toBe(text)
})
