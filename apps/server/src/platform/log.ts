import { pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

/** One JSON line per event, with the request's id. Addresses are logged without their query: it may carry a token. */
export function createLog(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
        ip: request.ip,
      }),
      err: pino.stdSerializers.err,
    },
  })
}
