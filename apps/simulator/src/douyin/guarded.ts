import type { PlatformCall } from '../calls/platform-call.ts'
import type { Answer, Handler } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { refusal, type Shape } from './answers.ts'
import { DouyinRefusal } from './codes.ts'

/** A refusal becomes an answer in the shape of its call; the platform says HTTP 200 to nearly everything. */
export function guarded(
  sim: Simulator,
  shape: Shape,
  handle: (call: PlatformCall) => Answer | Promise<Answer>,
): Handler {
  return async (call) => {
    call.accountId = sim.world.findAccount('douyin', call.query.open_id ?? '')?.accountId ?? null
    try {
      const code = call.takeCode(sim.world, 'call.error')
      if (code !== undefined) throw new DouyinRefusal(code)
      return await handle(call)
    } catch (error) {
      if (error instanceof DouyinRefusal) return refusal(sim.world, shape, error)
      throw error
    }
  }
}
