import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cleanText } from '../../platform/clean-text.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { askToken, type ChatDeps } from '../../platform/http/implement-chat.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { StorageFullError } from '../../platform/storage/index.ts'
import { type AttachmentService, MAX_FILE_BYTES, type Upload } from './attachment.service.ts'
import { readRange, downloadHeaders } from './file-kind.ts'
import { attachmentPath, type AttachmentRow } from './attachment.repo.ts'

const YEAR_SECONDS = 31_536_000

export async function attachmentRoutes(app: FastifyInstance, deps: ChatDeps, files: AttachmentService): Promise<void> {
  // Encapsulated plugin: only the routes registered here accept multipart bodies.
  await app.register(async (uploads) => {
    await uploads.register(multipart, {
      limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 20, fieldSize: 10_000 },
      // A part named `file` is the file even without a file name and a content type.
      isPartAFile: (field?: string, type?: string, name?: string) => field === 'file' || isNamed(type, name),
    })

    uploads.post(
      '/api/attachment/upload',
      {
        config: { isRaw: true },
        onRequest: askToken(deps),
        schema: { tags: ['聊天：文件'], summary: '上传文件' },
      },
      (request, reply) =>
        answer(reply, async () =>
          toUpload(await files.upload(request.chatCaller as ChatIdentity, await readUpload(request))),
        ),
    )
  })

  app.get<{ Params: { key: string } }>(
    '/api/attachment/:key',
    { config: { isRaw: true }, schema: { tags: ['聊天：文件'], summary: '下载文件' } },
    (request, reply) => answer(reply, () => download(request, reply, deps.identify, files)),
  )
}

const isNamed = (type?: string, name?: string) => type === 'application/octet-stream' || name !== undefined

async function answer(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChatError) return reply.status(error.status).send({ error: error.message })
    if (error instanceof StorageFullError) return reply.status(507).send({ error: 'storage is full' })
    throw error
  }
}

/** Fields may come before or after the file. */
async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new ChatError(400, 'multipart required')
  const { fields, file } = await readParts(request).catch((error: unknown) => {
    // Parser errors without a status (missing boundary, premature end) are the client's fault: 400.
    throw (error as { statusCode?: number }).statusCode ? error : new ChatError(400, 'bad multipart')
  })
  if (!file) throw new ChatError(400, 'file required')
  const isPrivate = ['true', '1'].includes(fields.get('private')?.toLowerCase() ?? '')
  return {
    bytes: file.bytes,
    fileName: fields.get('file_name') || file.name,
    topicId: fields.get('topicid'),
    isPrivate,
  }
}

async function readParts(request: FastifyRequest) {
  const fields = new Map<string, string>()
  let file: { bytes: Buffer; name: string | undefined } | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname.toLowerCase(), cleanText(String(part.value)))
    else if (part.fieldname === 'file') file = { bytes: await part.toBuffer(), name: part.filename }
    else part.file.resume()
  }
  return { fields, file }
}

function toUpload(row: AttachmentRow) {
  const path = attachmentPath(row.key)
  return { path, publicUrl: path, fileName: row.fileName, ext: row.ext, size: row.size, thumbnail: '', external: false }
}

async function download(
  request: FastifyRequest<{ Params: { key: string } }>,
  reply: FastifyReply,
  identify: ChatDeps['identify'],
  files: AttachmentService,
): Promise<unknown> {
  const row = await files.find(request.params.key, async () => identify(request))
  const range = readRange(request.headers.range, row.size)
  if (range === null) return reply.status(416).header('content-range', `bytes */${row.size}`).send()
  const found = await files.open(row, range)
  if (!found) throw new ChatError(404, 'file not found')
  const { contentType, disposition } = downloadHeaders(row.contentType, row.fileName)
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
  return reply
    .type(contentType)
    .header('content-disposition', disposition)
    .header('content-length', range ? range.end - range.start + 1 : row.size)
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', row.isPrivate ? 'private, no-store' : `public, max-age=${YEAR_SECONDS}, immutable`)
    .send(found.body)
}
