import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { world } from '../testing/world.ts'
import { containing } from './containing.ts'

const TEXTS = ['50%', '500', 'a_b', 'acb', String.raw`C:\temp`, 'C:temp']

test.each([
  ['0%', ['50%']],
  ['A_b', ['a_b']],
  [String.raw`:\t`, [String.raw`C:\temp`]],
  ['c', ['acb', String.raw`C:\temp`, 'C:temp']],
  ['', TEXTS],
])('texts that contain %s', async (keyword, expected) => {
  const { db } = await world()

  const { rows } = await db.sql.execute<{ text: string }>(
    sql`select text from unnest(${sql.param(TEXTS)}::text[]) text where text ilike ${containing(keyword)}`,
  )

  expect(rows.map(({ text }) => text)).toEqual(expected)
})
