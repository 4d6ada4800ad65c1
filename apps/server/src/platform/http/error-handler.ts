import { ERRORS } from '@ruwu/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { UserFacingError } from './errors.ts'

const HTTP_STATUS: Partial<Record<UserFacingError['kind'], number>> = { unauthorized: 401, internal: 500 }

/** What the framework refuses before a handler runs, in words of ours. */
const FRAMEWORK_TEXTS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: '请求内容过大',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: '请求内容类型不受支持',
  FST_ERR_CTP_INVALID_JSON_BODY: '请求内容不是有效的 JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: '请求内容为空',
}

/** The one place where an error becomes an answer. */
export function handleError(
  error: FastifyError | UserFacingError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
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
  const refusal = FRAMEWORK_TEXTS[error.code] ?? (error instanceof SyntaxError ? '请求内容不是有效的 JSON' : undefined)
  if (refusal) return reply.status(200).send({ code: ERRORS.validation.code, data: { fields: {} }, msg: refusal })

  request.log.error({ err: error }, 'request failed')
  return reply.status(500).send({ code: ERRORS.internal.code, data: null, msg: ERRORS.internal.msg })
}

const fieldPath = (instancePath: string) => instancePath.replace(/^\//, '').replaceAll('/', '.')
