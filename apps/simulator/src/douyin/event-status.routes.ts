import type { Fields } from '../calls/platform-call.ts'
import type { Route } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { imAnswer } from './answers.ts'
import { knownFields, requireClientToken } from './caller.ts'
import { refuse } from './codes.ts'
import { guarded } from './guarded.ts'
import { isEvent, OFF, ON, subscriptions } from './subscriptions.ts'

export function eventStatusRoutes(sim: Simulator): Route[] {
  const { world } = sim

  const list = guarded(sim, 'im', (call) => {
    requireClientToken(world, call)
    const events = Object.entries(subscriptions(world)).map(([event, status]) => ({ event, status }))
    return imAnswer(world, { list: events }, 'data')
  })

  const update = guarded(sim, 'im', (call) => {
    requireClientToken(world, call)
    const fields = knownFields(world, call, ['list'], 2100005)
    const changes = Array.isArray(fields.list) ? (fields.list as Fields[]) : []
    const isFine = changes.every(({ event, status }) => isEvent(String(event)) && [ON, OFF].includes(Number(status)))
    if (changes.length === 0 || !isFine) throw refuse(2100005, 'list')
    for (const { event, status } of changes) world.state.subscriptions[String(event)] = Number(status)
    return imAnswer(world, {})
  })

  return [
    { method: 'GET', path: '/event/status/list/', name: 'event.list', handle: list },
    { method: 'POST', path: '/event/status/update/', name: 'event.update', handle: update },
  ]
}
