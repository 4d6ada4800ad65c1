import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

/** One JSON line per event, with the request id. URLs are logged without their query, which may carry a token. */
export function createLog(level: string, to: DestinationStream = pino.destination(1)): FastifyBaseLogger {
  const options: LoggerOptions = {
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
      err: (error: Error) => pino.stdSerializers.err(withoutParameters(error)),
    },
  }
  return pino(options, to)
}

/** Drops the parameters of a failed statement, which may hold phone numbers and hashes; SQL and the database error stay. */
function withoutParameters(error: Error): Error {
  if (!(error instanceof DrizzleQueryError)) return error
  const redacted = new Error(`Failed query: ${error.query}`, { cause: error.cause })
  redacted.name = error.name
  return redacted
}
