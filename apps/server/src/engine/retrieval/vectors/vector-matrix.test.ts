import { seededRandom } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { VectorMatrix } from './vector-matrix.ts'
import { cosine, quantise } from './quantise.ts'

const DIMENSIONS = 100
const random = seededRandom(7)
const some = () => Array.from({ length: DIMENSIONS }, () => random() - 0.5)
const near = (to: readonly number[], far: number) => to.map((each) => each + far * (random() - 0.5))

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0)
const exact = (a: readonly number[], b: readonly number[]) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))

test('as bytes vectors are as alike as they were', () => {
  for (let time = 0; time < 100; time += 1) {
    const one = some()
    const other = near(one, time / 20)

    expect(cosine(quantise(one), quantise(other))).toBeCloseTo(exact(one, other), 2)
  }
})

test('of many vectors the nearest are found, in their order, though most are only glanced at', () => {
  const asked = some()
  const vectors = Array.from({ length: 5_000 }, (_, no) => (no % 100 === 0 ? near(asked, 1 + no / 1_000) : some()))
  const matrix = new VectorMatrix(DIMENSIONS)
  for (const [no, vector] of vectors.entries()) matrix.add(no, quantise(vector))
  const nearest = vectors
    .map((vector, no) => ({ no, cosine: cosine(quantise(vector), quantise(asked)) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, 20)

  const found = matrix.nearest(quantise(asked), { count: 20, from: 0 })

  expect(found.map(({ no }) => no)).toEqual(nearest.map(({ no }) => no))
  expect(found[0]?.cosine).toBeCloseTo(nearest[0]?.cosine ?? 0, 6)
  expect(matrix.nearest(quantise(asked), { count: 20, from: 0.999 })).toEqual([])
})

test('what is taken out is not found, and all others still are', () => {
  const vectors = Array.from({ length: 200 }, some)
  const matrix = new VectorMatrix(DIMENSIONS)
  for (const [no, vector] of vectors.entries()) matrix.add(no, quantise(vector))

  for (let no = 0; no < 200; no += 3) matrix.remove(no)
  matrix.remove(100_000)

  for (const [no, vector] of vectors.entries()) {
    const [first] = matrix.nearest(quantise(vector), { count: 1, from: 0 })
    expect(first?.no === no).toBe(no % 3 !== 0)
    expect(matrix.cosineOf(no, quantise(vector)) ?? 0).toBeCloseTo(no % 3 === 0 ? 0 : 1, 6)
  }
  expect(matrix.size).toBe(133)
})

test('a vector of other dimensions is not taken in, nor compared', () => {
  const matrix = new VectorMatrix(DIMENSIONS)
  matrix.add(1, quantise(some().slice(1)))
  matrix.add(2, quantise(some()))

  expect(matrix.size).toBe(1)
  expect(matrix.nearest(quantise(some().slice(1)), { count: 5, from: -1 })).toEqual([])
})
