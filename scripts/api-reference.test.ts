import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { API_FILE, generateReference } from './api-reference.ts'
import { type Schema, schemaWords } from './lib/schema-words.ts'

test('docs/api.md is what the contract says', () => {
  expect(generateReference() === readFileSync(API_FILE, 'utf8'), 'run `npm run api`').toBe(true)
})

test.each([
  [z.string().min(1).max(20), '文本(1–20)'],
  [z.string().nullable(), '文本 | null'],
  [z.int32().min(1), '整数(≥ 1)'],
  [z.enum(['asc', 'desc']), '"asc" | "desc"'],
  [z.array(z.enum(['a', 'b'])).max(5), '("a" | "b")[](≤ 5)'],
  [z.iso.datetime(), '时刻'],
  [z.record(z.string(), z.boolean()), '{ [键]: 布尔 }'],
  [z.object({ page: z.int32().default(1), all: z.literal(true).optional() }), '{ page?: 整数（默认 1）, all?: true }'],
  [z.object({ a: z.object({ text: z.string() }) }).array(), '{ a: { text: 文本 } }[]'],
  [z.unknown(), '任意'],
])('%#: a schema in words', (schema, expected) => {
  expect(schemaWords(z.toJSONSchema(schema, { io: 'input' }) as Schema)).toBe(expected)
})

test('a long object has a line for each field', () => {
  const names = Array.from({ length: 12 }, (_, no) => `aFieldWithALongName${no}`)
  const schema = z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])))

  const lines = schemaWords(z.toJSONSchema(schema) as Schema).split('\n')

  expect(lines).toEqual(['{', ...names.map((name) => `  ${name}: 布尔`), '}'])
})
