import '@fastify/swagger'
import type { ChatRoute } from '@ruwu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ChatIdentity } from './chat-identity.ts'
import { cleanValue } from '../clean-text.ts'
import { ChatError } from './chat-error.ts'

type ChatArgs<R extends ChatRoute> = {
  params: z.output<R['params']>
  body: z.output<R['body']>
  request: FastifyRequest
  reply: FastifyReply
} & (R['access'] extends 'public' ? object : object) & { caller: ChatIdentity }

export type ChatHandlers<Routes extends Record<string, ChatRoute>> = {
  [Name in keyof Routes]: (args: ChatArgs<Routes[Name]>) => Promise<z.input<Routes[Name]['data']>>
}

/** Fast path of hot routes: true when the schema would return the body unchanged; other bodies go through the schema. */
type AsIs<Routes extends Record<string, ChatRoute>> = {
  [Name in keyof Routes]?: (body: unknown) => body is z.output<Routes[Name]['body']>
}

export type ChatDeps = {
  identify(request: FastifyRequest): ChatIdentity | undefined | Promise<ChatIdentity | undefined>
  /** Throws a ChatError where the caller may not store that many bytes today. */
  charge(caller: ChatIdentity, bytes: number): Promise<void>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without the envelope: `{error}` on a refusal. */
    isRaw?: boolean
  }
  interface FastifyRequest {
    /** Caller of a raw route, set after its token was verified. */
    chatCaller?: ChatIdentity
  }
}

/** Verifies the token in onRequest, before the body is read. Synchronous when the identity is cached. */
export const askToken = ({ identify }: Pick<ChatDeps, 'identify'>) =>
  function onRequest(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const admit = (caller: ChatIdentity | undefined) => {
      if (!caller) return void reply.status(401).send({ error: 'unauthorized' })
      request.chatCaller = caller
      return done()
    }
    const caller = identify(request)
    if (caller instanceof Promise) caller.then(admit, done)
    else admit(caller)
  }

/** Registers the chat service's raw routes. Protected ones answer 401 before anything else is checked. */
export function implementChat<Routes extends Record<string, ChatRoute>>(
  app: FastifyInstance,
  deps: ChatDeps,
  tag: string,
  routes: Routes,
  handlers: ChatHandlers<Routes>,
  asIs: AsIs<Routes> = {},
): void {
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name] as (args: object) => Promise<unknown>
    const hasParams = route.path.includes(':')
    const options = {
      method: route.method,
      config: { isRaw: true },
      ...(route.access === 'token' ? { onRequest: askToken(deps) } : {}),
      schema: {
        params: route.params,
        ...(route.method === 'GET' ? {} : { body: route.body }),
        summary: route.summary,
        tags: [tag],
      },
      // The schemas serve the API reference only; the handler validates, so that refusals have the raw shape.
      validatorCompiler: () => () => true,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = request.chatCaller
        try {
          const params = hasParams ? check(route.params, request.params) : {}
          const body = check(route.body, request.body ?? {}, asIs[name])
          if (route.stores && caller) await deps.charge(caller, Buffer.byteLength(JSON.stringify(body)))
          return reply
            .type('application/json; charset=utf-8')
            .send(JSON.stringify(await handler({ params, body, caller, request, reply })))
        } catch (error) {
          if (error instanceof ChatError) return reply.status(error.status).send({ error: error.message })
          throw error
        }
      },
    }
    app.route({ ...options, url: route.path })
    // Some clients omit the trailing slash.
    if (route.path.endsWith('/')) app.route({ ...options, url: route.path.slice(0, -1), schema: { hide: true } })
  }
}

function check<S extends z.ZodType>(schema: S, value: unknown, isAsIs?: (value: unknown) => boolean): z.output<S> {
  const cleaned = cleanValue(value)
  if (cleaned === undefined) throw new ChatError(400, 'bad request: too deep')
  if (isAsIs?.(cleaned)) return cleaned as z.output<S>
  const result = schema.safeParse(cleaned)
  if (result.success) return result.data
  throw new ChatError(400, `bad request: ${result.error.issues[0]?.message ?? ''}`)
}
