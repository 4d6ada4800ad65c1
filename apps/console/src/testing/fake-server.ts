import {
  COMMON_ERRORS,
  CORE_BASE_PATH,
  ERRORS,
  bannedWordApi,
  Enterprise,
  SUCCESS_CODE,
  enterpriseApi,
  messageApi,
  type DataInput,
  type Endpoint,
  type ErrorName,
  type HandlerArgs,
} from '@ruwu/contract'
import { expect, onTestFinished, vi } from 'vitest'
import { sample } from './sample.ts'

type Args = { query?: unknown; body?: unknown; file?: File }
type Answer = (args: Args) => unknown
type Route = { endpoint: Endpoint; answer: Answer; calls: Args[] }
type Refusal = { msg?: string; data?: unknown }
type RawRequest = { method: string; path: string; body: unknown }

class RefusedCall extends Error {
  readonly envelope: { code: number; msg: string; data: unknown }
  constructor(envelope: { code: number; msg: string; data: unknown }) {
    super(envelope.msg)
    this.envelope = envelope
  }
}

const keyOf = (method: string, path: string) => `${method} ${path}`

/**
 * Answers `fetch` for one test. Request and answer are parsed with the endpoint's own schemas, a refusal must be one
 * the endpoint declares, and a request to an endpoint without an answer fails the test.
 */
export function createFakeServer() {
  const routes = new Map<string, Route>()
  const raw = new Map<string, (request: RawRequest) => unknown>()
  const problems: string[] = []

  async function fetchFake(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost')
    const method = init.method ?? 'GET'
    const rawAnswer = raw.get(keyOf(method, url.pathname))
    if (rawAnswer) {
      const given = await rawAnswer({ method, path: url.pathname, body: init.body })
      return given instanceof Response ? given : json(given)
    }
    const route = routes.get(keyOf(method, url.pathname))
    if (!route) {
      problems.push(`no answer for ${keyOf(method, url.pathname)}`)
      return json({ code: ERRORS.internal.code, msg: ERRORS.internal.msg, data: null }, 500)
    }
    return json(await envelopeOf(route, readArgs(route.endpoint, url, init)))
  }

  async function envelopeOf({ endpoint, answer, calls }: Route, args: Args) {
    calls.push(args)
    try {
      const data = await answer(args)
      const parsed = endpoint.data.safeParse(data)
      if (!parsed.success) problems.push(`${endpoint.path} is answered against the contract: ${parsed.error.message}`)
      return { code: SUCCESS_CODE, msg: '', data }
    } catch (error) {
      if (error instanceof RefusedCall) return error.envelope
      problems.push(String(error))
      throw error
    }
  }

  function readArgs(endpoint: Endpoint, url: URL, init: RequestInit): Args {
    const parse = (schema: Endpoint['body'], value: unknown) => {
      const parsed = schema?.safeParse(value)
      if (parsed && !parsed.success)
        problems.push(`${endpoint.path} is called against the contract: ${parsed.error.message}`)
      return parsed?.data
    }
    if (init.body instanceof FormData) {
      const { file, ...fields } = Object.fromEntries(init.body.entries())
      return { body: parse(endpoint.body, fields), file: file as File }
    }
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    return {
      ...(endpoint.query && { query: parse(endpoint.query, Object.fromEntries(url.searchParams)) }),
      ...(endpoint.body && { body: parse(endpoint.body, body) }),
    }
  }

  function set(endpoint: Endpoint, answer: Answer) {
    const key = keyOf(endpoint.method, CORE_BASE_PATH + endpoint.path)
    routes.set(key, { endpoint, answer, calls: routes.get(key)?.calls ?? [] })
  }

  // Wherever a time is shown, the time zone of the enterprise is asked for.
  set(enterpriseApi.detail, () => sample(Enterprise, { timezone: 'Asia/Shanghai' }))

  // Wherever a message is written, the enterprise's words are asked for.
  set(bannedWordApi.rules, () => ({ rows: [], disabled: [] }))

  // There, too, whether a model helps.
  set(messageApi.modelHelp, () => ({ hasModel: false, points: 0 }))

  vi.stubGlobal('fetch', fetchFake)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    expect(problems).toEqual([])
  })

  return {
    /** Answers with these data, or with what the function makes of the call. */
    answer<E extends Endpoint>(
      endpoint: E,
      data: DataInput<E> | ((args: HandlerArgs<E>) => DataInput<E> | Promise<DataInput<E>>),
    ) {
      set(endpoint, typeof data === 'function' ? (data as unknown as Answer) : () => data)
    },
    refuse(endpoint: Endpoint, name: ErrorName, { msg = ERRORS[name].msg, data = null }: Refusal = {}) {
      if (![...COMMON_ERRORS, ...endpoint.errors].includes(name))
        throw new Error(`${endpoint.path} does not declare ${name}`)
      set(endpoint, () => {
        throw new RefusedCall({ code: ERRORS[name].code, msg, data })
      })
    },
    /** Calls arrive, but their answer waits until `release`. */
    hold(endpoint: Endpoint) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const answer = routes.get(keyOf(endpoint.method, CORE_BASE_PATH + endpoint.path))?.answer
      set(endpoint, async (args) => {
        await promise
        return answer?.(args)
      })
      return { release: resolve }
    },
    /** A route outside the envelope: uploads and downloads of the chat service. */
    answerRaw(method: string, path: string, answer: (request: RawRequest) => unknown) {
      raw.set(keyOf(method, path), answer)
    },
    calls<E extends Endpoint>(endpoint: E): HandlerArgs<E>[] {
      const route = routes.get(keyOf(endpoint.method, CORE_BASE_PATH + endpoint.path))
      return (route?.calls ?? []) as HandlerArgs<E>[]
    },
  }
}

export type FakeServer = ReturnType<typeof createFakeServer>

const json = (body: unknown, status = 200) => Response.json(body, { status })
