import type { UploadFile } from '../source.ts'

export type Body = { contentType: string; bytes: Uint8Array }

/** One file as a form with one part. `boundary` must not occur in the file; sixteen random bytes do not. */
export function multipartFile(part: string, file: UploadFile, boundary: string): Body {
  const name = file.name.replaceAll(/["\r\n\\]/g, '_')
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${part}"; filename="${name}"`,
    `Content-Type: ${file.contentType}`,
    '',
    '',
  ].join('\r\n')
  const bytes = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes }
}

export function jsonBody(value: unknown): Body {
  return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(value)) }
}

export function formBody(fields: Record<string, string>): Body {
  const bytes = Buffer.from(new URLSearchParams(fields).toString())
  return { contentType: 'application/x-www-form-urlencoded', bytes }
}
