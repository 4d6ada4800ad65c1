import { parseArgs } from 'node:util'

type Wish =
  | { kind: 'demo'; days: number }
  | { kind: 'load'; rate: number; seconds: number; customers: number }
  | { kind: 'replay'; file: string }

export type Arguments = {
  wish: Wish
  seed: number | undefined
  server: string
  token: string | undefined
  out: string | undefined
}

export class ArgumentError extends Error {
  override name = 'ArgumentError'
}

const USAGE = `用法：
  npm run simulate -- --demo [--days 30] [--seed 7] [--token 登录令牌]
  npm run simulate -- --rate 40 --minutes 10 --customers 5000 [--seed 7] [--out 结果.json]
  npm run simulate -- --replay 日志.jsonl [--server http://127.0.0.1:8080]`

const DEFAULTS = { days: 30, rate: 40, minutes: 10, customers: 5_000 }

/** Reads the command line; anything it can't understand is an ArgumentError. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parse(args)
  const number = (name: 'days' | 'rate' | 'minutes' | 'customers' | 'seed') => {
    const text = values[name]
    if (text === undefined) return undefined
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new ArgumentError(`--${name} 需要数字`)
    return value
  }
  return {
    wish: wishOf(),
    seed: number('seed'),
    server: (values.server ?? process.env.WEBHOOK_TARGET ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
    token: values.token,
    out: values.out,
  }

  function wishOf(): Wish {
    if (values.replay !== undefined) return { kind: 'replay', file: values.replay }
    if (values.demo) return { kind: 'demo', days: number('days') ?? DEFAULTS.days }
    const [rate, minutes, customers] = [number('rate'), number('minutes'), number('customers')]
    if (rate === undefined && minutes === undefined && customers === undefined) throw new ArgumentError(USAGE)
    if (rate === 0 || minutes === 0 || customers === 0)
      throw new ArgumentError('--rate、--minutes、--customers 须大于 0')
    return {
      kind: 'load',
      rate: rate ?? DEFAULTS.rate,
      seconds: (minutes ?? DEFAULTS.minutes) * 60,
      customers: customers ?? DEFAULTS.customers,
    }
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        demo: { type: 'boolean' },
        days: text,
        rate: text,
        minutes: text,
        customers: text,
        seed: text,
        replay: text,
        server: text,
        token: text,
        out: text,
      },
    })
  } catch (error) {
    throw new ArgumentError(`${(error as Error).message}\n${USAGE}`)
  }
}
