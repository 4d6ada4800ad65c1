import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ALL_SCOPES, AUTHORISE_QUERY } from '../testing/douyin-client.ts'
import { sealed } from '../testing/redbook-client.ts'
import { openStage, REDBOOK_SPRUCE, SPRUCE, type Stage } from '../testing/stage.ts'
import { startReceiver } from '../testing/receiver.ts'
import { bindAccounts } from './bind-accounts.ts'
import { ControlClient } from './control-client.ts'
import { replay } from './replay.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'simulate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const sourceFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))

function run(file: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [sourceFile(file), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    cwd: folder,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
  return { child, ended, output: () => output }
}

test('the process starts, answers, and ends when told', async () => {
  const { child, ended, output } = run('../main.ts', [], { SIMULATOR_PORT: '0' })
  await expect.poll(output).toContain('模拟平台已启动')
  const url = /http:\S+/.exec(output())?.[0] ?? ''
  expect((await fetch(`${url}/control/state`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('the process ends with the one that started it', async () => {
  const child = spawn(process.execPath, [sourceFile('../main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', SIMULATOR_PORT: '0' },
  })
  await once(child.stdout!, 'data')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the process refuses to start where DEMO is off', async () => {
  const { code, output } = await run('../main.ts', [], { DEMO: 'off' }).ended
  expect(code).toBe(1)
  expect(output).toContain('DEMO 已关闭')
})

test('a replay sends the deliveries of a journal again, byte for byte', async () => {
  const journalFile = path.join(folder, 'journal.jsonl')
  const stage = await openStage({ journalFile })
  await stage.douyin.link(SPRUCE)
  await stage.act('douyin', SPRUCE, '_000customer', { do: 'text', text: '在吗' })
  const sent = stage.receiver.received.map(({ path, body, headers }) => [path, body, headers['x-douyin-signature']])
  await stage.close()

  const receiver = await startReceiver()
  expect(await replay(journalFile, receiver.url)).toEqual({ sent: 2, accepted: 2, refused: 0, unanswered: 0 })
  expect(receiver.received.map(({ path, body, headers }) => [path, body, headers['x-douyin-signature']])).toEqual(sent)
  receiver.answerWith(() => ({ status: 401, body: '' }))
  expect(await replay(journalFile, receiver.url)).toMatchObject({ refused: 2 })
  await receiver.close()
})

test('a load on a running simulator reports its figures and the ledger', async () => {
  const stage: Stage = await openStage({ clock: 'real', startAt: undefined })
  await stage.douyin.link(SPRUCE)
  await stage.redbook.bind(REDBOOK_SPRUCE)
  await stage.control('clock', { mode: 'fast', factor: 60 })
  const out = path.join(folder, 'figures.json')
  const args = ['--rate', '0.5', '--minutes', '0.5', '--customers', '20', '--seed', '7', '--out', out]
  const { code, output } = await run('simulate.ts', args, { SIMULATOR_PORT: new URL(stage.url).port }).ended

  expect(output).toContain('回显核对')
  expect(code).toBe(0)
  const { figures } = JSON.parse(readFileSync(out, 'utf8')) as { figures: { state: string; seed: number } }
  expect(figures).toMatchObject({ state: 'done', seed: 7 })
  await stage.close()
})

test('accounts are opened as a merchant and an administrator would', async () => {
  const server = await startReceiver()
  const redirectUri = `${server.url}/hooks/douyin/callback`
  const stage = await openStage({ redirectUri })
  const pages: Record<string, string> = {
    douyin: `${stage.url}/douyin/platform/oauth/connect/?${new URLSearchParams({ ...AUTHORISE_QUERY, redirect_uri: redirectUri }).toString()}`,
    redbook: `${stage.url}/redbook/api/leona/three/im/account/add?${new URLSearchParams({ appId: 'rbsim0001', token: sealed({ account_code: 'ent-1' }) }).toString()}`,
  }
  server.answerWith(({ path }) => {
    const [, source = ''] = /auth\/(douyin|redbook)\/open-url/.exec(path) ?? []
    return {
      status: 200,
      body: JSON.stringify({ code: 200, msg: '', data: { url: pages[source], preCode: 'pre-code' } }),
    }
  })
  const said: string[] = []

  await bindAccounts(new ControlClient(stage.url), server.url, 't0ken', (line) => said.push(line))

  expect(said).toEqual([
    '已绑定 douyin 云杉家居',
    '已绑定 douyin 南屿全屋定制',
    '已绑定 redbook 云杉家居旗舰店',
    '已绑定 redbook 拾光整装设计',
  ])
  const core = '/luna/core/api/v1/channel/auth'
  const asked = server.received.map(({ path }) => path.replace(/\?.*/, ''))
  expect(asked.slice(0, 3)).toEqual([`${core}/douyin/open-url`, '/hooks/douyin/callback', `${core}/douyin/open`])
  expect(asked.slice(-2)).toEqual([`${core}/redbook/open-url`, `${core}/redbook/open`])
  expect(server.received.at(-1)).toMatchObject({
    body: '{"preCode":"pre-code"}',
    headers: { authorization: 'Bearer t0ken' },
  })
  expect(Object.values(stage.world.state.apps.douyinCodes)[0]?.scopes).toEqual(ALL_SCOPES)
  expect(stage.world.getAccount('redbook', REDBOOK_SPRUCE).authorisation?.scopes).toEqual(['read', 'reply', 'profile'])
  await server.close()
  await stage.close()
})
