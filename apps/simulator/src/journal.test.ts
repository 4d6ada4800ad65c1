import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Journal } from './journal.ts'
import type { JournalEntry } from './views.ts'

const entry = (name: string): Omit<JournalEntry, 'n'> => ({
  at: '2026-11-15T01:00:00.000Z',
  direction: 'out',
  source: 'douyin',
  accountId: null,
  name,
  method: 'POST',
  path: '/hooks/douyin',
  headers: {},
  body: '',
  answer: null,
  attempt: 1,
  notes: [],
})
const names = (entries: JournalEntry[]) => entries.map(({ name }) => name)

test('entries are numbered and can be read on from a number', () => {
  const journal = new Journal({ onAppend: () => {} })
  for (const name of ['a', 'b', 'c']) journal.append(entry(name))
  expect(names(journal.after(0))).toEqual(['a', 'b', 'c'])
  expect(names(journal.after(1, 1))).toEqual(['b'])
  expect(names(journal.after(3))).toEqual([])
  expect(names(journal.tail(2))).toEqual(['b', 'c'])
})

test('memory keeps the newest, numbers go on', () => {
  const journal = new Journal({ onAppend: () => {} })
  for (let count = 1; count <= 10_001; count++) journal.append(entry(`${count}`))
  expect(journal.last).toBe(10_001)
  expect(journal.after(0)).toHaveLength(5_000)
  expect(journal.after(10_000)).toMatchObject([{ n: 10_001, name: '10001' }])
})

test('the file keeps everything, one line each', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'))
  const file = path.join(folder, 'journal.jsonl')
  const journal = new Journal({ file, onAppend: () => {} })
  journal.append(entry('a'))
  journal.append(entry('b'))
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as JournalEntry).name)).toEqual(['a', 'b'])
  rmSync(folder, { recursive: true })
})
