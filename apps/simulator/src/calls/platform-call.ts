import { isKnobName, type KnobName } from '../knob-table.ts'
import type { KnobValue, Source } from '../views.ts'
import type { World } from '../world/world.ts'

/** Knobs for one call only: `x-simulator-knobs: send.error=28003070, send.slow=6000`. */
export const KNOBS_HEADER = 'x-simulator-knobs'

export type Fields = Record<string, unknown>

/** A call that reached one of the platforms. */
export class PlatformCall {
  readonly source: Source
  readonly query: Record<string, string>
  readonly headers: Record<string, string>
  readonly body: Buffer
  /** What the journal should tell beside the call itself. */
  readonly notes: string[] = []
  /** Known once the caller is. */
  accountId: string | null = null
  private readonly ownKnobs: Record<string, KnobValue>

  constructor(given: { source: Source; query: Record<string, string>; headers: Record<string, string>; body: Buffer }) {
    this.source = given.source
    this.query = given.query
    this.headers = given.headers
    this.body = given.body
    this.ownKnobs = readKnobs(given.headers[KNOBS_HEADER] ?? '')
  }

  get contentType(): string {
    return (this.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  }

  /** JSON or a form, as the caller chose; undefined when it is neither. */
  fields(): Fields | undefined {
    if (this.contentType === 'application/x-www-form-urlencoded') {
      return Object.fromEntries(new URLSearchParams(this.body.toString('utf8')))
    }
    try {
      const value: unknown = JSON.parse(this.body.toString('utf8'))
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
    } catch {
      return undefined
    }
  }

  /** A knob of this call, this account or all. */
  knob(world: World, name: KnobName): KnobValue | undefined {
    return this.ownKnobs[name] ?? world.knobs.get(name, this)
  }

  isOn(world: World, name: KnobName): boolean {
    return this.knob(world, name) === true
  }

  /** The code that the knob asks for now, counted down. */
  takeCode(world: World, name: 'send.error' | 'call.error'): number | undefined {
    const own = this.ownKnobs[name]
    return own === undefined ? world.knobs.takeCode(name, this) : Number.parseInt(String(own), 10)
  }

  /** True once; then the knob is off again. */
  takeRevoked(world: World): boolean {
    if (this.ownKnobs['token.revoke'] === true) return true
    if (!world.knobs.isOn('token.revoke', this)) return false
    world.knobs.clear('token.revoke', this)
    return true
  }
}

function readKnobs(header: string): Record<string, KnobValue> {
  const knobs: Record<string, KnobValue> = {}
  for (const part of header.split(',')) {
    const [name = '', value = ''] = part.trim().split('=')
    if (isKnobName(name)) knobs[name] = readValue(value)
  }
  return knobs
}

function readValue(value: string): KnobValue {
  if (value === '' || value === 'true') return true
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
}
