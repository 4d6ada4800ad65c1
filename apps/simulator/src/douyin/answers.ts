import type { Answer } from '../calls/platform-route.ts'
import type { Fields } from '../calls/platform-call.ts'
import type { World } from '../world/world.ts'
import type { DouyinRefusal } from './codes.ts'

/** The platform's three ways to answer: login calls, private-message calls, newer calls. */
export type Shape = 'oauth' | 'im' | 'api'

/** How often numbers come as strings. */
const STRINGS_PROBABILITY = 0.25

const answer = (body: Fields): Answer => ({ status: 200, body: JSON.stringify(body) })

export function refusal(world: World, shape: Shape, { code, message }: DouyinRefusal): Answer {
  const verdict = { error_code: code, description: message }
  if (shape === 'oauth') return answer({ data: verdict, message: 'error' })
  if (shape === 'api') return answer({ err_no: code, err_msg: message, log_id: world.ids.logId(world.now()), data: {} })
  return answer({ data: verdict, extra: extra(world, code, message) })
}

/** Login calls: everything under `data`; numbers are sometimes strings. */
export function oauthAnswer(world: World, fields: Fields): Answer {
  const data = { ...fields, error_code: 0, description: '' }
  const asStrings = world.chance('douyin.numbersAsStrings', STRINGS_PROBABILITY)
  return answer({ data: asStrings ? withStrings(data) : data, message: 'success' })
}

/** Private-message calls: the fields at the top, or under `data` where the page says so. */
export function imAnswer(world: World, fields: Fields, place: 'top' | 'data' = 'top'): Answer {
  const verdict = { error_code: 0, description: '' }
  const added = world.knobs.isOn('fields.extra', { source: 'douyin', accountId: null }) ? { trace_tag: 'x' } : {}
  // The pages that nest the fields show a shorter extra.
  if (place === 'data') return answer({ data: { ...fields, ...verdict, ...added }, extra: shortExtra(world, 0, '') })
  return answer({ ...fields, ...added, data: verdict, extra: extra(world, 0, '') })
}

export function apiAnswer(world: World, data: Fields): Answer {
  return answer({ err_no: 0, err_msg: '', log_id: world.ids.logId(world.now()), data })
}

function shortExtra(world: World, code: number, description: string): Fields {
  const now = world.now()
  return { error_code: code, description, logid: world.ids.logId(now), now: Math.floor(now / 1_000) }
}

const extra = (world: World, code: number, description: string): Fields => ({
  ...shortExtra(world, code, description),
  sub_error_code: 0,
  sub_description: '',
})

const withStrings = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
