import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addSecretKey, dropOldSecretKeys, loadSecretKeys, loadSimulatorKey, SECRET_KEY_FILE } from './secret-key.ts'

const UNSET = { SECRET_KEY: '', SECRET_KEY_OTHER: '' }

async function emptyDir() {
  const dir = await mkdtemp(path.join(tmpdir(), 'ruwu-key-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return dir
}

test('concurrent first starts end up with one key and leave no temporary file', async () => {
  const dir = await emptyDir()

  const keys = await Promise.all([1, 2, 3].map(() => loadSecretKeys(UNSET, dir)))

  expect(keys[0]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(new Set([...keys, await loadSecretKeys(UNSET, dir)].flat()).size).toBe(1)
  expect(await readdir(dir)).toEqual([SECRET_KEY_FILE])
})

test('the simulator’s key is the installation’s own unless one is configured', async () => {
  const [dir, other] = [await emptyDir(), await emptyDir()]

  const key = await loadSimulatorKey('', dir)

  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await loadSimulatorKey('', dir)).toBe(key)
  expect(await loadSimulatorKey('', other)).not.toBe(key)
  expect(await loadSimulatorKey('configured', dir)).toBe('configured')
  expect((await stat(path.join(dir, 'simulator.key'))).mode & 0o777).toBe(0o600)
})

test('a key file that is not whole stops the start instead of sealing with nothing', async () => {
  const dir = await emptyDir()
  await writeFile(path.join(dir, SECRET_KEY_FILE), '')

  await expect(loadSecretKeys(UNSET, dir)).rejects.toThrow('secret.key 不完整，请从备份恢复它')
})

test('a new key comes before the old one until that is dropped', async () => {
  const dir = await emptyDir()
  const [old] = await loadSecretKeys(UNSET, dir)

  await addSecretKey(dir)

  const [current, ...others] = await loadSecretKeys(UNSET, dir)
  expect(current).toMatch(/^[0-9a-f]{64}$/)
  expect([current, others]).toEqual([expect.not.stringContaining(old), [old]])
  expect((await stat(path.join(dir, SECRET_KEY_FILE))).mode & 0o777).toBe(0o600)
  await expect(addSecretKey(dir)).rejects.toThrow('上一次更换还没有完成')

  await dropOldSecretKeys(dir)
  expect(await loadSecretKeys(UNSET, dir)).toEqual([current])
  expect(await readdir(dir)).toEqual([SECRET_KEY_FILE])
})

test('configured keys come before the file, which is not made', async () => {
  const dir = await emptyDir()

  expect(await loadSecretKeys({ SECRET_KEY: 'new', SECRET_KEY_OTHER: 'old' }, dir)).toEqual(['new', 'old'])
  expect(await readdir(dir)).toEqual([])
})
