import { expect, test } from 'vitest'
import { fitPicture } from './fit-picture.ts'

test.each([
  [
    { width: 1760, height: 880 },
    { width: 176, height: 88 },
  ],
  [
    { width: 1000, height: 2200 },
    { width: 100, height: 220 },
  ],
  [
    { width: 120, height: 90 },
    { width: 120, height: 90 },
  ],
  [
    { width: 4000, height: 100 },
    { width: 176, height: 40 },
  ],
  [undefined, { width: 176, height: 132 }],
])('a picture of %o is drawn as %o', (own, drawn) => {
  expect(fitPicture(own, false)).toEqual(drawn)
})

test('a sticker stays small', () => {
  expect(fitPicture({ width: 300, height: 300 }, true)).toEqual({ width: 96, height: 96 })
})
