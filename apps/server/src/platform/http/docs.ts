import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { internalOnly } from './internal-only.ts'

/** API reference at /docs. Must be registered before the routes, or it misses them. */
export async function docsRoutes(app: FastifyInstance, token: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      info: { title: '如晤接口', version: '1', description: '每个回答都是 {code, data, msg}，code 为 1 表示成功。' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiHooks: { onRequest: internalOnly(token) },
  })
}
