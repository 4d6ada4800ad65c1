import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecretKey, SECRET_KEY_FILE } from './secret-key.ts'

async function emptyDir() {
  const dir = await mkdtemp(path.join(tmpdir(), 'ruwu-key-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return dir
}

test('concurrent first starts end up with one key and leave no temporary file', async () => {
  const dir = await emptyDir()

  const keys = await Promise.all([1, 2, 3].map(() => loadSecretKey('', dir)))

  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set([...keys, await loadSecretKey('', dir)]).size).toBe(1)
  expect(await readdir(dir)).toEqual([SECRET_KEY_FILE])
})

test('a key file that is not whole stops the start instead of sealing with nothing', async () => {
  const dir = await emptyDir()
  await writeFile(path.join(dir, SECRET_KEY_FILE), '')

  await expect(loadSecretKey('', dir)).rejects.toThrow('secret.key 不完整，请从备份恢复它')
})
