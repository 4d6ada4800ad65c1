import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number | boolean>

/** Numbers of the OpenTelemetry protocol. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const

export type EndedSpan = {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: keyof typeof SPAN_KINDS
  /** Milliseconds since 1970, with fractions. */
  from: number
  to: number
  attributes: Attributes
  error: string | undefined
}

type Place = { traceId: string; spanId: string; isSampled: boolean }

export type Span = {
  /** What is begun within it, also later and elsewhere, belongs to it. */
  within<T>(work: () => T): T
  /** `error`: why it failed, without values. */
  end(error?: string, more?: Attributes): void
}

/** Takes what has ended; `share`: of the traces that are kept. */
export type TraceSink = { take(span: EndedSpan): void; share: number }

const places = new AsyncLocalStorage<Place>()
let sink: TraceSink | undefined

/** One for the process, like its log; undefined: nothing is traced, and nothing is done for it. */
export function traceInto(next: TraceSink | undefined): void {
  sink = next
}

export const isTracing = (): boolean => sink !== undefined

const now = () => performance.timeOrigin + performance.now()

type About = { kind?: EndedSpan['kind']; attributes?: Attributes }

export function startSpan(name: string, { kind = 'internal', attributes = {} }: About = {}): Span {
  const parent = places.getStore()
  const place: Place = {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    isSampled: parent?.isSampled ?? Math.random() < (sink?.share ?? 0),
  }
  const from = now()
  return {
    within: (work) => places.run(place, work),
    end: (error, more = {}) => {
      if (!place.isSampled) return
      const { traceId, spanId } = place
      const ended = { traceId, spanId, parentId: parent?.spanId, name, kind, from, to: now() }
      sink?.take({ ...ended, attributes: { ...attributes, ...more }, error })
    },
  }
}

/** Work as a span of its own, where traces are on. */
export const traced = <T>(name: string, about: About, work: () => Promise<T>): Promise<T> =>
  sink ? record(name, about, work) : work()

async function record<T>(name: string, about: About, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, about)
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end(reasonOf(error))
    throw error
  }
}

type Coded = { code?: string | number }

/** Never the message: a failed statement's names all its values, and customers are not told to a collector. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { cause, code } = error as { cause?: Coded } & Coded
  return String(cause?.code ?? code ?? error.name)
}

/** Begins something that belongs to none of those that it is done for. */
export const untraced = <T>(work: () => T): T => (sink ? places.exit(work) : work())

/** As `traced`, only as part of something that is traced: alone it says nothing. */
export const tracedWithin = <T>(name: string, about: About, work: () => Promise<T>): Promise<T> =>
  places.getStore()?.isSampled ? traced(name, about, work) : work()
