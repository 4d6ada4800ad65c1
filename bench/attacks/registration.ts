import { createHash } from 'node:crypto'
import { authApi, CORE_BASE_PATH } from '@ruwu/contract'
import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../../scripts/lib/figures-runner.ts'

const PARALLEL = 200
const SIGN_INS = 20
const BUDGET = 2
const PASSWORD = createHash('sha256').update('ruwu2026').digest('hex')

/** Strangers from as many addresses register at once, again and again, while agents sign in. */
export const run: Run = async (report) => {
  const server = await Server.start({ CHAT_REGISTRATION: 'open', DEMO: 'true', TRUST_PROXY: 'true' })
  try {
    await signInTimes(server.url)
    const idle = median(await signInTimes(server.url))
    const attack = new Attack(server.url)
    const attacked = await signInTimes(server.url)
    const { made, refused } = await attack.end()

    const times = median(attacked) / idle
    report({ name: 'attacks.registration.idle', value: idle, unit: 'ms', budget: '-', isWithin: true })
    report({
      name: 'attacks.registration.sign_in',
      value: times,
      unit: 'x idle',
      budget: BUDGET,
      isWithin: times <= BUDGET,
    })
    report({
      name: 'attacks.registration.slowest',
      value: Math.max(...attacked),
      unit: 'ms',
      budget: '-',
      isWithin: true,
    })
    report({
      name: 'attacks.registration.refused',
      value: refused,
      unit: 'calls',
      budget: '> 0',
      isWithin: refused > 0,
    })
    report({ name: 'attacks.registration.made', value: made, unit: 'users', budget: '-', isWithin: true })
  } finally {
    await server.stop()
  }
}

class Attack {
  private isOver = false
  private users = 0
  private readonly url: string
  private readonly statuses: number[] = []
  private readonly rounds: Promise<void>

  constructor(url: string) {
    this.url = url
    this.rounds = this.repeat()
  }

  async end(): Promise<{ made: number; refused: number }> {
    this.isOver = true
    await this.rounds
    const made = this.statuses.filter((status) => status === 200).length
    return { made, refused: this.statuses.length - made }
  }

  private async repeat(): Promise<void> {
    while (!this.isOver) await Promise.all(Array.from({ length: PARALLEL }, () => this.register()))
  }

  private async register(): Promise<void> {
    this.users += 1
    const { status } = await fetch(`${this.url}/auth/register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${this.users >> 8}.${this.users & 255}`,
      },
      body: JSON.stringify({ email: `flood${this.users}`, password: 'secret-1' }),
    })
    this.statuses.push(status)
  }
}

/** Milliseconds of sign-ins one after the other. */
async function signInTimes(url: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < SIGN_INS; n += 1) {
    const startedAt = performance.now()
    const response = await fetch(`${url}${CORE_BASE_PATH}${authApi.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ telephone: `1380000000${(n % 6) + 1}`, password: PASSWORD }),
    })
    const { code, msg } = (await response.json()) as { code: number; msg: string }
    if (code !== 1) throw new Error(`an agent could not sign in: ${msg}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
