import { expect, test } from 'vitest'
import { CARD, layout } from './layout.ts'

const nodes = (...ids: string[]) => ids.map((id) => ({ id, x: 0, y: 0 }))
const links = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }))

function placed(ids: string, ...pairs: string[]) {
  const places = layout(nodes(...ids.split('')), links(...pairs), ids[0])
  return Object.fromEntries(places.map(({ id, x, y }) => [id, { x, y }]))
}

test('a chain stands in one column, each node below the one before', () => {
  const { a, b, c } = placed('abc', 'ab', 'bc')

  expect([a!.x, b!.x, c!.x]).toEqual([a!.x, a!.x, a!.x])
  expect(b!.y - a!.y).toBeGreaterThan(CARD.height)
  expect(c!.y - b!.y).toBe(b!.y - a!.y)
})

test('branches stand side by side in the order of their exits, under their common node', () => {
  const { a, b, c, d } = placed('abcd', 'ab', 'ac', 'ad')

  expect([b!.y, c!.y, d!.y]).toEqual([b!.y, b!.y, b!.y])
  expect(c!.x - b!.x).toBeGreaterThanOrEqual(CARD.width)
  expect(d!.x - c!.x).toBe(c!.x - b!.x)
  expect(a!.x).toBe(c!.x)
})

test('a node that two ways reach stands below the longer way, and the shorter one passes beside its nodes', () => {
  const { a, b, c, d } = placed('abcd', 'ab', 'bc', 'cd', 'ad')

  expect([a!.y, b!.y, c!.y, d!.y]).toEqual([a!.y, b!.y, c!.y, d!.y].toSorted((one, other) => one - other))
  expect(new Set([a!.y, b!.y, c!.y, d!.y]).size).toBe(4)
})

test('a loop does not push its nodes down for ever', () => {
  const { a, b, c } = placed('abc', 'ab', 'bc', 'cb')

  expect(a!.y).toBeLessThan(b!.y)
  expect(b!.y).toBeLessThan(c!.y)
})

test('an edge to a node that is gone and a node without edges are no trouble', () => {
  expect(placed('ab', 'ax')).toHaveProperty('b')
  expect(layout([], [], undefined)).toEqual([])
})

test('no two of 100 nodes of a random graph overlap', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `n${index}`)
  const edges = ids.flatMap((from, index) =>
    [7, 11, 29].map((step) => ({ from, to: ids[(index * step + 3) % ids.length]! })),
  )
  const places = layout(nodes(...ids), edges, 'n0')

  const overlaps = places.flatMap((one, index) =>
    places
      .slice(index + 1)
      .filter((two) => Math.abs(one.x - two.x) < CARD.width && Math.abs(one.y - two.y) < CARD.height)
      .map((two) => `${one.id} ${two.id}`),
  )
  expect(overlaps).toEqual([])
})
