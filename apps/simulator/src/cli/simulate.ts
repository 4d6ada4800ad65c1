import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkLedger } from '../load/check-ledger.ts'
import type { LedgerData } from '../load/ledger.ts'
import type { LoadFigures } from '../load/load-run.ts'
import { DEFAULT_PORT, optionsFromEnv, StartRefusedError } from '../options.ts'
import { startSimulator } from '../start-simulator.ts'
import { ArgumentError, type Arguments, readArguments } from './arguments.ts'
import { bindAccounts } from './bind-accounts.ts'
import { ControlClient } from './control-client.ts'
import { replay } from './replay.ts'
import { progressLine, reportLines } from './report.ts'

const REPORT_EVERY_MS = 2_000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The simulator that runs already, or one of our own; `isOwn` ones end with this process. */
async function findSimulator({ seed, server }: Arguments): Promise<{ control: ControlClient; isOwn: boolean }> {
  const options = optionsFromEnv(process.env)
  const running = new ControlClient(`http://127.0.0.1:${options.port ?? DEFAULT_PORT}`)
  if (await running.state()) {
    if (seed !== undefined) await running.post('seed', { seed })
    return { control: running, isOwn: false }
  }
  const own = await startSimulator({ webhookTarget: server, ...options, ...(seed === undefined ? {} : { seed }) })
  say(`模拟平台已启动：${own.url}`)
  return { control: new ControlClient(own.url), isOwn: true }
}

async function demo(args: Arguments, days: number): Promise<void> {
  const { control, isOwn } = await findSimulator(args)
  if (args.token !== undefined) await bindAccounts(control, args.server, args.token, say)
  const { moments } = await control.post<{ moments: number }>('demo', { days })
  if (moments === 0 && days > 0)
    throw new ArgumentError('还没有账号授权给如晤：请先在渠道页授权，或用 --token 给出登录令牌')
  say(`正在补发最近 ${days} 天的 ${moments} 件往事`)
  for (let left = moments; left > 0;) {
    await pause(REPORT_EVERY_MS)
    left = (await control.get<{ left: number }>('demo')).left
    say(`还有 ${left} 件`)
  }
  say('往事已补完，之后会不时有新客户来访')
  if (isOwn) say('按 Ctrl-C 停止')
}

async function load(args: Arguments, wish: { rate: number; seconds: number; customers: number }): Promise<void> {
  const { control, isOwn } = await findSimulator(args)
  const { rate, seconds, customers } = wish
  await control.post('load', { rate, seconds, customers })
  for (;;) {
    await pause(REPORT_EVERY_MS)
    const { figures } = await control.get<{ figures: LoadFigures }>('load')
    say(progressLine(figures))
    if (figures.state === 'done') break
  }
  const { figures, ledger } = await control.get<{ figures: LoadFigures; ledger: LedgerData }>('load?ledger=1')
  const check = await checkLedger({ ledger, seen: [] })
  for (const line of reportLines(figures, check)) say(line)
  const file = path.resolve(args.out ?? path.join('artifacts', 'simulate', `seed-${figures.seed}.json`))
  mkdirSync(path.dirname(file), { recursive: true })
  // The server's side is checked by the caller, with the ledger written beside the figures.
  writeFileSync(file, JSON.stringify({ figures, echoes: check.sends, ledger }, null, 2))
  say(`结果已写入 ${file}`)
  if (isOwn) process.exit(check.sends.notEchoed.length + check.sends.echoedMore.length > 0 ? 1 : 0)
}

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2))
  const { wish } = args
  if (wish.kind === 'demo') return demo(args, wish.days)
  if (wish.kind === 'load') return load(args, wish)
  const { sent, accepted, refused, unanswered } = await replay(wish.file, args.server)
  say(`重放 ${sent} 条：接受 ${accepted}，拒绝 ${refused}，无回答 ${unanswered}`)
}

try {
  await main()
} catch (error) {
  const isPlain = error instanceof ArgumentError || error instanceof StartRefusedError
  process.stderr.write(`${isPlain ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
