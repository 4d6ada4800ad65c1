import { Enterprise } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sample } from '../../testing/sample.ts'
import { changesBetween, checkDraft, draftOf, zoneOptions } from './company-draft.ts'

const kept = sample(Enterprise, { name: '云杉家居', timezone: 'Asia/Kolkata', version: 3 })

test('only what the form saves is sent, and changes are named', () => {
  const draft = draftOf(kept)

  expect(Object.keys(draft)).not.toContain('version')
  expect(changesBetween(draft, { ...draft, name: ' 云杉家居 ' })).toEqual([])
  expect(changesBetween(draft, { ...draft, name: '云杉', watermark: true })).toEqual(['企业名称', '页面水印'])
  expect(checkDraft({ ...draft, name: '云' })).toEqual({ name: '企业名称为 2 到 50 个字' })
})

test('the time zones name their offset, the current one is among them', () => {
  const options = zoneOptions('Asia/Kolkata', new Date('2026-01-15T00:00:00Z'))

  expect(options).toContainEqual({ value: 'Asia/Shanghai', label: '北京 (UTC+8)' })
  expect(options).toContainEqual({ value: 'America/New_York', label: '纽约 (UTC-5)' })
  expect(options.at(-1)).toEqual({ value: 'Asia/Kolkata', label: 'Asia/Kolkata (UTC+5.5)' })
})
