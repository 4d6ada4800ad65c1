import type { PlatformCall } from '../calls/platform-call.ts'
import type { Answer, Handler } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { redbookRefusal } from './answers.ts'
import { RedbookRefusal } from './codes.ts'

/** A refusal becomes an answer. */
export function guarded(sim: Simulator, handle: (call: PlatformCall) => Answer | Promise<Answer>): Handler {
  return async (call) => {
    const userId = call.contentType === 'application/json' ? call.fields()?.user_id : undefined
    call.accountId = sim.world.findAccount('redbook', String(userId))?.accountId ?? null
    try {
      const code = call.takeCode(sim.world, 'call.error')
      if (code !== undefined) throw new RedbookRefusal(code)
      return await handle(call)
    } catch (error) {
      if (error instanceof RedbookRefusal) return redbookRefusal(error)
      throw error
    }
  }
}
