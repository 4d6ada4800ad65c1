import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type Attributes, type EndedSpan, SPAN_KINDS, type TraceSink } from './trace.ts'

const SEND_EVERY_MS = 2_000
const MOST_AT_ONCE = 512
/** More are dropped: a collector that is away must not fill the memory. */
const MOST_KEPT = 4_096
const TIMEOUT_MS = 5_000
const ERROR = 2

type OtlpConfig = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'ROLE'
>

/** Sends spans to a collector by OTLP over HTTP, as JSON. `close` sends what is left. */
export function createOtlpExporter(
  config: OtlpConfig,
  log: Pick<FastifyBaseLogger, 'warn'>,
): TraceSink & { close(): Promise<void> } {
  const url = `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`
  const headers = { 'content-type': 'application/json', ...headersOf(config.OTEL_EXPORTER_OTLP_HEADERS) }
  const resource = {
    attributes: listOf({
      'service.name': config.OTEL_SERVICE_NAME,
      'ruwu.role': config.ROLE,
      'process.pid': process.pid,
    }),
  }
  let waiting: EndedSpan[] = []
  let dropped = 0
  let sending: Promise<void> | undefined
  let isAway = false
  /** Ends what is sent at the last, all of it together. */
  let ending: AbortSignal | undefined

  const post = async (spans: readonly EndedSpan[]) => {
    const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'ruwu' }, spans: spans.map(toOtlp) }] }] }
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(ending ? [ending] : [])])
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
      // Read, so that its connection is used again.
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
      isAway = false
    } catch (error) {
      dropped += spans.length
      // Once, until it is back.
      if (!isAway) log.warn({ err: error, dropped }, 'traces could not be sent')
      isAway = true
    }
  }
  const sendAll = async () => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await post(spans)
    }
  }
  const send = () => (sending ??= sendAll().finally(() => (sending = undefined)))
  const timer = setInterval(() => void send(), SEND_EVERY_MS).unref()

  return {
    share: config.OTEL_TRACES_SAMPLER_ARG,
    take(span) {
      if (waiting.length < MOST_KEPT) waiting.push(span)
      else dropped += 1
      if (waiting.length === MOST_AT_ONCE) void send()
    },
    async close() {
      clearInterval(timer)
      ending = AbortSignal.timeout(TIMEOUT_MS)
      await send()
      await send()
    },
  }
}

/** name=value pairs, comma-separated, values percent-encoded. */
const headersOf = (given: string): Record<string, string> =>
  Object.fromEntries(
    given.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      return name.trim() ? [[name.trim(), decodeURIComponent(value.join('=').trim())]] : []
    }),
  )

const listOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))

const valueOf = (value: Attributes[string]) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** A double holds microseconds since 1970, not nanoseconds. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`

const toOtlp = ({ traceId, spanId, parentId, name, kind, from, to, attributes, error }: EndedSpan) => ({
  traceId,
  spanId,
  ...(parentId ? { parentSpanId: parentId } : {}),
  name,
  kind: SPAN_KINDS[kind],
  startTimeUnixNano: nanoseconds(from),
  endTimeUnixNano: nanoseconds(to),
  attributes: listOf(attributes),
  status: error === undefined ? {} : { code: ERROR, message: error },
})
