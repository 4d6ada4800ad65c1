import '@fastify/swagger'
import type { ChatRoute } from '@ruwu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ChatIdentity } from './chat-identity.ts'
import { cleanValue } from '../clean-text.ts'
import { ChatError } from './chat-error.ts'

export type ChatArgs<R extends ChatRoute> = {
  params: z.output<R['params']>
  body: z.output<R['body']>
  request: FastifyRequest
  reply: FastifyReply
} & (R['access'] extends 'public' ? object : object) & { caller: ChatIdentity }

export type ChatHandlers<Routes extends Record<string, ChatRoute>> = {
  [Name in keyof Routes]: (args: ChatArgs<Routes[Name]>) => Promise<z.input<Routes[Name]['data']>>
}

/** Whoever was seen lately is known at once. */
/** Says, faster than its schema, of a body that the schema would give it back as it is. Whatever else is left to the schema. */
export type AsIs<Routes extends Record<string, ChatRoute>> = {
  [Name in keyof Routes]?: (body: unknown) => body is z.output<Routes[Name]['body']>
}

export type ChatDeps = {
  identify(request: FastifyRequest): ChatIdentity | undefined | Promise<ChatIdentity | undefined>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without the envelope: `{error}` on a refusal. */
    isRaw?: boolean
  }
  interface FastifyRequest {
    /** Who calls a raw route, once its token was found valid. */
    chatCaller?: ChatIdentity
  }
}

/** Asks who is calling before a byte of the body is read. */
export const askToken = ({ identify }: ChatDeps) =>
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

/** Serves the chat service's raw routes. On a protected one the token comes first, before anything else is looked at. */
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
      // The schemas are for the reference; the check itself is below, where its refusal has the right shape.
      validatorCompiler: () => () => true,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = request.chatCaller
        try {
          const params = hasParams ? check(route.params, request.params) : {}
          const body = check(route.body, request.body ?? {}, asIs[name])
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
    // Clients call some paths with and some without the slash at the end.
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
