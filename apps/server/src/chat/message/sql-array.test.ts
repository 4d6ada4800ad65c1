import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { plainArray, textArray } from './sql-array.ts'

const storable = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\u0000', ''))

test('the database reads the same list that was written', async () => {
  const { db } = await world()
  const read = async (type: string, list: string) =>
    (await db.pool.query<{ list: unknown }>(`select $1::${type}[] as list`, [list])).rows[0]?.list

  await fc.assert(
    fc.asyncProperty(fc.array(storable), async (texts) => {
      expect(
        await read(
          'text',
          textArray(texts, (text) => text),
        ),
      ).toEqual(texts)
    }),
  )
  for (const odd of ['', 'NULL', ' ', '"', '\\', '\\"', '{a,b}', 'a\nb', '你好，🙂'])
    expect(
      await read(
        'text',
        textArray([odd, odd], (text) => text),
      ),
    ).toEqual([odd, odd])
  expect(
    await read(
      'int',
      plainArray([1, undefined, -2], (each) => each),
    ),
  ).toEqual([1, null, -2])
  expect(
    await read(
      'bool',
      plainArray([true, false], (each) => each),
    ),
  ).toEqual([true, false])
  expect(
    await read(
      'int',
      plainArray([], () => 0),
    ),
  ).toEqual([])
})
