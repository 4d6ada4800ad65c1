import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { type NodeMarks, showNode } from './node-marks.ts'

const NODE: NodeMarks = { keys: ['the key of all nodes'], hasSharedBus: true, files: 'one place' }
const NO_WAIT_MS = 0

async function beside(running: NodeMarks) {
  const { url, drop } = await freshDatabase()
  const stop = await showNode(url, running)
  onTestFinished(async () => {
    await stop()
    await drop()
  })
  const start = async (marks: NodeMarks) => {
    const end = await showNode(url, marks, NO_WAIT_MS)
    await end()
  }
  return { url, stop, start }
}

test.each<[string, NodeMarks, Partial<NodeMarks>, string]>([
  ['another key', NODE, { keys: ['another key'] }, 'SECRET_KEY'],
  ['no bus of its own', NODE, { hasSharedBus: false }, 'REDIS_URL'],
  ['a bus beside a node without', { ...NODE, hasSharedBus: false }, {}, 'REDIS_URL'],
  ['files in another place', NODE, { files: 'another place' }, '文件存放在别处'],
])('a node with %s than a running one does not start', async (_name, running, other, reason) => {
  const { start } = await beside(running)

  await expect(start({ ...NODE, ...other })).rejects.toThrow(reason)
})

test('nodes that agree start beside each other, also while the key is being changed', async () => {
  const { start } = await beside(NODE)

  await expect(start(NODE)).resolves.toBeUndefined()
  await expect(start({ ...NODE, keys: ['the next key', 'the key of all nodes'] })).resolves.toBeUndefined()
})

test('a node that is ending is waited for', async () => {
  const { url, stop } = await beside({ ...NODE, hasSharedBus: false })
  const starting = showNode(url, { ...NODE, hasSharedBus: false })

  await stop()

  await expect(starting.then((end) => end())).resolves.toBeUndefined()
})
