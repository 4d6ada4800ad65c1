import multipart from '@fastify/multipart'
import type { FileRule, IncomingFile } from '@ruwu/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cleanText } from '../clean-text.ts'
import { FieldError, UserFacingError } from './errors.ts'

const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 10_000
const MEGABYTE = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    incomingFile?: IncomingFile
  }
}

/** A Fastify scope that accepts multipart bodies. */
export function acceptForms(
  app: FastifyInstance,
  { maxBytes }: FileRule,
  serve: (forms: FastifyInstance) => void,
): void {
  void app.register(async (forms) => {
    await forms.register(multipart, {
      limits: { fileSize: maxBytes, files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX },
      // The part `file` is a file even without a file name and content type.
      isPartAFile: (field?: string, _type?: string, name?: string) => field === 'file' || name !== undefined,
    })
    serve(forms)
  })
}

/** Reads the multipart form; its fields become the body, which is then validated like any other. */
export async function readForm(request: FastifyRequest, { maxBytes }: FileRule): Promise<void> {
  if (!request.isMultipart()) throw noFile()
  const fields: [string, string][] = []
  let file: IncomingFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, cleanText(String(part.value))])
      else if (part.fieldname === 'file') file = { name: cleanText(part.filename ?? ''), bytes: await part.toBuffer() }
      else part.file.resume()
    }
  } catch (error) {
    throw refusalOf(error, maxBytes)
  }
  if (!file) throw noFile()
  request.body = Object.fromEntries(fields)
  request.incomingFile = file
}

const noFile = () => new FieldError({ file: '请选择文件' })

function refusalOf(error: unknown, maxBytes: number): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new FieldError({ file: `文件不能超过 ${maxBytes / MEGABYTE} MB` })
  // The parser's errors without a status: no boundary, premature end.
  return statusCode && statusCode >= 500 ? error : new UserFacingError('validation', '表单内容不完整，请重新上传')
}
