import { ERRORS } from '@ruwu/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { UserFacingError } from './errors.ts'

const HTTP_STATUS: Partial<Record<UserFacingError['kind'], number>> = { unauthorized: 401, internal: 500 }

const NOT_JSON = '请求内容不是有效的 JSON'

/** Texts for requests that Fastify refuses before a handler runs. */
const FRAMEWORK_TEXTS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: '请求内容过大',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: '请求内容类型不受支持',
  FST_ERR_CTP_INVALID_JSON_BODY: NOT_JSON,
}

/** A malformed URL matches no route, so no route's error handler runs. */
export function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(400).type('text/plain; charset=utf-8').send('网址不正确')
}

/** The one place where an error becomes a response. */
export function handleError(
  error: FastifyError | UserFacingError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (request.routeOptions.config.isRaw) return handleRawError(error, request, reply)
  if (error instanceof UserFacingError) {
    return reply.status(HTTP_STATUS[error.kind] ?? 200).send({ code: error.code, data: error.data, msg: error.message })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = Object.fromEntries(
      error.validation.map((issue) => [fieldPath(issue.instancePath), issue.message ?? '不正确']),
    )
    return reply
      .status(200)
      .send({ code: ERRORS.validation.code, data: { fields }, msg: Object.values(fields)[0] ?? ERRORS.validation.msg })
  }
  const refusal = frameworkRefusal(error)
  if (refusal) return reply.status(200).send({ code: ERRORS.validation.code, data: { fields: {} }, msg: refusal })

  logFailure(request, error)
  return reply.status(500).send({ code: ERRORS.internal.code, data: null, msg: ERRORS.internal.msg })
}

/** Fastify's own 4xx errors, those without a text of ours included, are the caller's fault. */
function frameworkRefusal(error: FastifyError): string | undefined {
  if (error instanceof SyntaxError) return NOT_JSON
  const isRefusal = error.code?.startsWith('FST_') && (error.statusCode ?? 500) < 500
  return isRefusal ? (FRAMEWORK_TEXTS[error.code] ?? ERRORS.validation.msg) : undefined
}

const fieldPath = (instancePath: string) => instancePath.replace(/^\//, '').replaceAll('/', '.')

/** The chat service's raw routes: a status and `{error}`, no envelope. */
function handleRawError(
  error: FastifyError | UserFacingError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status =
    error instanceof UserFacingError ? 400 : (error.statusCode ?? (error instanceof SyntaxError ? 400 : 500))
  if (status < 500) return reply.status(status).send({ error: error.message })
  logFailure(request, error)
  return reply.status(500).send({ error: 'server error' })
}

/** Clients that go away in the middle of a request are no fault of ours. */
function logFailure(request: FastifyRequest, error: Error): void {
  const isAborted = request.raw.destroyed && !request.raw.complete
  if (isAborted) request.log.info({ reason: error.message }, 'request aborted by the client')
  else request.log.error({ err: error }, 'request failed')
}
