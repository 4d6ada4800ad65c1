import { createHash } from 'node:crypto'
import {
  CORE_BASE_PATH,
  COMMON_ERRORS,
  type DataInput,
  type Endpoint,
  envelope,
  type HandlerArgs,
  REQUEST_ID_HEADER,
  SUCCESS_CODE,
} from '@ruwu/contract'
import { DEMO_TEXTS, ROLE_PREVIEW } from '@ruwu/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Caller } from './caller.ts'
import { FieldError, UserFacingError } from './errors.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { acceptForms, readForm } from './form.ts'
import { replayKey, type RequestReplay } from './request-replay.ts'

/** Client data of a request. */
export type Origin = {
  ip: string
  userAgent: string
  requestId: string
  /** The browser says that a page of another site sent it. */
  isFromOtherSite: boolean
  /** The core API authorises nothing by cookies. */
  cookies: string
  setCookie(cookie: string): void
  /** Aborted when the client has gone, for work that is only worth its cost while the client waits. */
  closed(): AbortSignal
}

type CallerOf<E extends Endpoint> = E['access'] extends 'public'
  ? { origin: Origin }
  : { caller: Caller; origin: Origin }

export type Handlers<Api extends Record<string, Endpoint>> = {
  [Name in keyof Api]: (args: HandlerArgs<Api[Name]> & CallerOf<Api[Name]>) => Promise<DataInput<Api[Name]>>
}

export type ImplementDeps = {
  authenticate(request: FastifyRequest): Promise<Caller>
  replay: RequestReplay
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the contract; undefined for routes outside of it. */
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    caller?: Caller
  }
}

/** Registers a noun's endpoints. Authentication and permission are checked in onRequest, before the body is read. */
export function implement<Api extends Record<string, Endpoint>>(
  app: FastifyInstance,
  { authenticate, replay }: ImplementDeps,
  tag: string,
  api: Api,
  handlers: Handlers<Api>,
): void {
  for (const [name, endpoint] of Object.entries(api)) {
    const handler = handlers[name] as (args: object) => Promise<unknown>

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const origin: Origin = {
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        requestId: request.id,
        isFromOtherSite: request.headers['sec-fetch-site'] === 'cross-site',
        cookies: request.headers.cookie ?? '',
        setCookie: (cookie) => void reply.header('set-cookie', cookie),
        closed: () => {
          const left = new AbortController()
          reply.raw.once('close', () => left.abort())
          return left.signal
        },
      }
      try {
        const { query, body, incomingFile: file, caller } = request
        const data = await handler({ query, body, file, caller, origin })
        if (data instanceof FileAnswer) return sendFile(reply, data)
        return { code: SUCCESS_CODE, data: endpoint.data.parse(data), msg: '' }
      } catch (error) {
        if (!(error instanceof UserFacingError)) throw error
        assertDeclared(endpoint, error)
        return { code: error.code, data: error.data, msg: error.message }
      }
    }

    const route: RouteOptions = {
      method: endpoint.method,
      url: CORE_BASE_PATH + endpoint.path,
      config: { endpoint },
      schema: {
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
        response: { 200: envelope(endpoint.data) },
        summary: endpoint.summary,
        description: describe(endpoint),
        tags: [tag],
        ...(endpoint.access === 'public' ? {} : { security: [{ token: [] }] }),
      },
      onRequest: async (request) => {
        if (endpoint.access === 'public') return
        request.caller = await authenticate(request)
        if (request.caller.isPreview && !endpoint.isRead) throw new UserFacingError('refused', ROLE_PREVIEW.readOnly)
        if (request.caller.isVisitor && endpoint.isClosedToVisitors)
          throw new UserFacingError('refused', DEMO_TEXTS.closed)
        if (endpoint.access !== 'login' && !request.caller.permissions.has(endpoint.access))
          throw new UserFacingError('forbidden')
      },
      preValidation: async (request) => {
        if (endpoint.file) await readForm(request, endpoint.file)
      },
      handler: async (request, reply) => {
        const requestId = endpoint.isRead ? undefined : readRequestId(request)
        if (requestId === undefined) return reply.send(await answer(request, reply))
        const key = replayKey({ caller: callerName(request), call: `${endpoint.method} ${endpoint.path}`, requestId })
        // A stranger's refused calls leave no rows; a file is read again.
        const isKept = (given: Awaited<ReturnType<typeof answer>>) =>
          'code' in given && (given.code === SUCCESS_CODE || endpoint.access !== 'public')
        return reply.send(await replay.once(key, () => answer(request, reply), isKept))
      },
    }
    if (endpoint.file) acceptForms(app, endpoint.file, (forms) => forms.route(route))
    else app.route(route)
  }
}

const REQUEST_ID_PATTERN = /^[0-9a-f]{32}$/

function readRequestId(request: FastifyRequest): string | undefined {
  const given = request.headers[REQUEST_ID_HEADER]
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !REQUEST_ID_PATTERN.test(given))
    throw new FieldError({ [REQUEST_ID_HEADER]: '请求标识格式不正确' })
  return given
}

/** Scope of a request id: the sign-in session; for public endpoints the IP address and a hash of the body. */
function callerName(request: FastifyRequest): string {
  if (request.caller) return request.caller.sessionId
  return `${request.ip} ${createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex')}`
}

/** A refusal that the contract does not declare is a bug: it becomes a logged 500 and fails the tests. */
function assertDeclared(endpoint: Endpoint, error: UserFacingError): void {
  const known: readonly string[] = [...COMMON_ERRORS, ...endpoint.errors]
  if (!known.includes(error.kind))
    throw new Error(`${endpoint.path} refused with undeclared ${error.kind}`, { cause: error })
}

function describe(endpoint: Endpoint): string {
  const who =
    { public: '任何人', login: '已登录的客服' }[endpoint.access as 'public' | 'login'] ?? `权限 ${endpoint.access}`
  return `谁可以调用：${who}。${endpoint.errors.length > 0 ? `可能的拒绝：${endpoint.errors.join('、')}。` : ''}`
}
