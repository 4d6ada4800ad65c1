import { execFileSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'

test('nothing of the running product’s data is open to other users of the machine', () => {
  const { dataDir } = inject('sharedProduct')

  // As root the database's user may pass through the folder itself (710), and may use a copy of the binaries.
  const open = execFileSync('find', [
    dataDir,
    '-mindepth',
    '1',
    '-path',
    '*/bin',
    '-prune',
    '-o',
    '-perm',
    '/077',
    '-print',
  ])

  expect(open.toString()).toBe('')
  expect(execFileSync('stat', ['-c', '%a', dataDir]).toString()).toMatch(/^7[01]0$/m)
})
