import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type File = { name: string; contentType: string; size: number; body: Readable }

/** What a handler returns to answer with a private file instead of the envelope. */
export class FileAnswer {
  readonly file: File

  constructor(file: File) {
    this.file = file
  }
}

/** Always a download, never a page of this origin, and kept by no cache. */
export function sendFile(reply: FastifyReply, { file }: FileAnswer): Readable {
  void reply
    .type(file.contentType)
    .header('content-disposition', dispositionOf('attachment', file.name))
    .header('content-length', file.size)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
  return file.body
}

/** Both forms of the file name are escaped, so that it cannot break out of the header (header injection). */
export function dispositionOf(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.-]/g, '_')
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
