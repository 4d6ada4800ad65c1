import path from 'node:path'
import { fileTypeFromBuffer } from 'file-type'

type FileKind = { contentType: string; ext: string }

/** What a browser may show by itself; everything else is only ever downloaded, as plain bytes. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

const UNKNOWN = 'application/octet-stream'

/** By the bytes, never by what the uploader says of them. */
export async function sniff(bytes: Buffer, fileName: string): Promise<FileKind> {
  const found = await fileTypeFromBuffer(bytes)
  const ext = path.extname(fileName).toLowerCase()
  return {
    contentType: found?.mime ?? UNKNOWN,
    ext: /^\.[a-z0-9]{1,10}$/.test(ext) ? ext : found ? `.${found.ext}` : '',
  }
}

type Serving = { contentType: string; disposition: string }

/** The name is written so that it can't end the header, in both forms browsers know. */
export function serving(contentType: string, fileName: string): Serving {
  const isShown = SHOWN.test(contentType)
  const ascii = fileName.replaceAll(/[^\w.-]/g, '_')
  return {
    contentType: isShown ? contentType : UNKNOWN,
    disposition: `${isShown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  }
}

/** The last part of whatever path a client sent, without control characters; blobs without a name get one. */
export function cleanFileName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}"<>]/gu, '')
    .trim()
  return clean === '' || clean === '.' || clean === '..' ? 'blob' : clean.slice(-200).toWellFormed()
}

type Range = { start: number; end: number }

/** One range of bytes; undefined = all of it; null = can't be satisfied. */
export function readRange(header: string | undefined, size: number): Range | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start <= end && start < size ? { start, end } : null
}
