import { expect, test } from 'vitest'
import { LIVES, liveThrough } from './run-seeds.ts'

test(
  `over ${LIVES} random lives with a server that dies and comes back, all clients hold the same messages in the same order`,
  { timeout: 600_000 },
  async () => {
    expect(await liveThrough({ firstSeed: 1, nodes: 1 })).toEqual([])
  },
)
