import path from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { dispositionOf } from '../../platform/http/file-answer.ts'

type FileKind = { contentType: string; ext: string }

/**
 * Types served inline; all others are served as `application/octet-stream` downloads, so that no upload runs as a page.
 */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

const UNKNOWN = 'application/octet-stream'

/** The content type comes from the bytes, never from the upload's headers. */
export async function sniff(bytes: Buffer, fileName: string): Promise<FileKind> {
  const found = await fileTypeFromBuffer(bytes)
  const ext = path.extname(fileName).toLowerCase()
  return {
    contentType: found?.mime ?? UNKNOWN,
    ext: /^\.[a-z0-9]{1,10}$/.test(ext) ? ext : found ? `.${found.ext}` : '',
  }
}

type DownloadHeaders = { contentType: string; disposition: string }

export function downloadHeaders(contentType: string, fileName: string): DownloadHeaders {
  const isShown = SHOWN.test(contentType)
  return {
    contentType: isShown ? contentType : UNKNOWN,
    disposition: dispositionOf(isShown ? 'inline' : 'attachment', fileName),
  }
}

/** Last segment of the client's path, without control characters and `"<>`; `blob` when none is left. */
export function cleanFileName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}"<>]/gu, '')
    .trim()
  return clean === '' || clean === '.' || clean === '..' ? 'blob' : clean.slice(-200).toWellFormed()
}

type Range = { start: number; end: number }

/** Parses a single byte range. Undefined: serve the whole file; null: not satisfiable (416). */
export function readRange(header: string | undefined, size: number): Range | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start <= end && start < size ? { start, end } : null
}
