import { execFileSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
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

test('the demo believes calls signed with the key of its data folder, not with the secret in the simulator’s source', async () => {
  const { dataDir, url } = inject('sharedProduct')
  const body = JSON.stringify({ event: 'verify_webhook', client_key: 'awsim0001', content: { challenge: 7 } })
  const call = async (secret: string) => {
    const headers = { 'x-douyin-signature': createHash('sha1').update(secret).update(body).digest('hex') }
    return (await fetch(`${url}/hooks/douyin`, { method: 'POST', body, headers })).status
  }
  const key = await readFile(path.join(dataDir, 'simulator.key'), 'utf8')

  expect(await call(createHmac('sha256', key).update('douyin client secret').digest('hex'))).toBe(200)
  expect(await call('simulator-douyin-secret-0001')).toBe(401)
})
