import { isKnobName, knobComplaint } from '../knob-table.ts'
import type { Simulator } from '../simulator.ts'
import type { KnobsRequest, KnobValue } from '../views.ts'
import { ControlRefusal } from '../world/refusal.ts'

/** Sets knobs, all or none. */
export function setKnobs({ world, outbox }: Simulator, { account, set }: KnobsRequest): void {
  for (const [name, value] of Object.entries(set)) {
    if (!isKnobName(name)) throw new ControlRefusal(`没有名为 ${name} 的旋钮`)
    const complaint = value === null ? undefined : knobComplaint(name, value)
    if (complaint !== undefined) throw new ControlRefusal(complaint)
  }
  if (account) world.getAccount(account.source, account.accountId)
  for (const [name, value] of Object.entries(set)) {
    if (!isKnobName(name)) continue
    world.knobs.set(name, value, account)
    if (name === 'hook.down') holdDeliveries(value)
  }
  world.changed()

  /** Held from now on; when the time is over the knob is off again. */
  function holdDeliveries(seconds: KnobValue | null): void {
    const until = typeof seconds === 'number' ? world.now() + seconds * 1_000 : 0
    outbox.hold(until, account)
    if (until === 0) return
    world.clock.at(until, () => {
      world.knobs.set('hook.down', null, account)
      world.changed()
    })
  }
}
