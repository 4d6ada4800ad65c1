import { expect, test } from 'vitest'
import { LIVES, liveThrough } from './run-seeds.ts'

test(
  `over ${LIVES} random lives with two servers that die and come back and a bus that loses things, all clients hold the same messages in the same order`,
  { timeout: 600_000 },
  async () => {
    expect(await liveThrough({ firstSeed: 101, nodes: 2 })).toEqual([])
  },
)
