import type { Simulator } from '../simulator.ts'
import type { PlatformEvent } from '../world/events.ts'
import type { PlatformCall } from './platform-call.ts'
import type { Answer } from './platform-route.ts'

/** How long a platform takes to echo what it accepted. */
const ECHO_DELAY_MS = 300
const SECOND_MS = 1_000

export type Accepted = { answer: Answer; echoes: PlatformEvent[] }

type Rules = {
  /** The platform's code for "too fast". */
  tooFast: number
  /** An error that the platform's own answer is made from. */
  refuse(code: number): Error
  accept(): Accepted
}

/** Sends that were tried in the last second, by account. */
const recent = new WeakMap<Simulator, Map<string, number[]>>()

/** Takes a send in, with the faults of the knobs around it, and counts what became of it. */
export async function sendWithFaults(sim: Simulator, call: PlatformCall, rules: Rules): Promise<Answer> {
  try {
    return await takeSend(sim, call, rules)
  } catch (error) {
    const { code } = error as { code: number }
    sim.sends.refused[code] = (sim.sends.refused[code] ?? 0) + 1
    throw error
  }
}

async function takeSend(sim: Simulator, call: PlatformCall, rules: Rules): Promise<Answer> {
  const { world } = sim
  if (call.isOn(world, 'send.http500')) {
    call.notes.push('send.http500')
    return { status: 500, body: 'Internal Server Error', contentType: 'text/plain' }
  }
  const code = call.takeCode(world, 'send.error')
  if (code !== undefined) {
    call.notes.push('send.error')
    throw rules.refuse(code)
  }
  if (isTooFast(sim, call)) {
    call.notes.push('send.rateLimit')
    throw rules.refuse(rules.tooFast)
  }
  const { answer, echoes } = rules.accept()
  sim.sends.accepted += echoes.length
  await echo(sim, call, echoes)
  const slow = call.knob(world, 'send.slow')
  if (typeof slow === 'number') {
    call.notes.push('send.slow')
    await new Promise<void>((resolve) => world.clock.after(slow, resolve))
  }
  if (!call.isOn(world, 'send.loseAnswer')) return answer
  call.notes.push('send.loseAnswer')
  return 'cut'
}

function isTooFast(sim: Simulator, call: PlatformCall): boolean {
  const limit = call.knob(sim.world, 'send.rateLimit')
  if (typeof limit !== 'number') return false
  const byAccount = recent.get(sim) ?? new Map<string, number[]>()
  recent.set(sim, byAccount)
  const key = `${call.source}:${call.accountId}`
  const now = sim.world.now()
  const within = (byAccount.get(key) ?? []).filter((time) => now - time < SECOND_MS)
  byAccount.set(key, within)
  if (within.length >= limit) return true
  within.push(now)
  return false
}

async function echo(sim: Simulator, call: PlatformCall, echoes: PlatformEvent[]): Promise<void> {
  const { world } = sim
  for (const event of echoes) {
    if (call.isOn(world, 'echo.drop')) {
      call.notes.push('echo.drop')
      sim.witness(event)
    } else if (call.isOn(world, 'echo.beforeAnswer')) {
      call.notes.push('echo.beforeAnswer')
      await sim.emitNow(event)
    } else {
      const delay = call.knob(world, 'echo.delay')
      sim.emit(event, typeof delay === 'number' ? delay : ECHO_DELAY_MS)
    }
  }
}
