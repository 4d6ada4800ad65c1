import type { PlatformCall } from '../calls/platform-call.ts'
import { type Picture, sniffPicture } from './sniff.ts'

type UploadedFile = { bytes: Buffer; picture: Picture | undefined }

/** The one file part of a multipart call; undefined when it is missing or the body can't be read. */
export async function readUpload(call: PlatformCall, part: string): Promise<UploadedFile | undefined> {
  const headers = { 'content-type': call.headers['content-type'] ?? '' }
  try {
    // Node reads multipart itself through the body of a Response.
    const form = await new Response(new Uint8Array(call.body), { headers }).formData()
    const file = form.get(part)
    if (file === null || typeof file === 'string') return undefined
    const bytes = Buffer.from(await file.arrayBuffer())
    return { bytes, picture: sniffPicture(bytes) }
  } catch {
    return undefined
  }
}
