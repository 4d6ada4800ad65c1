import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Source } from '../views.ts'
import type { World } from '../world/world.ts'

const ASSETS = fileURLToPath(new URL('../../assets', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  wav: 'audio/wav',
}

type Named = { Params: { name: string } }
type Lent = { Params: { source: Source; accountId: string; kind: string; name: string } }

const send = (reply: FastifyReply, name: string, bytes: Buffer) =>
  reply
    .header('content-type', TYPES[path.extname(name).slice(1)] ?? 'application/octet-stream')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=300')
    .send(bytes)

/** Pictures, clips and sounds: built-in ones, uploaded ones, and both under addresses that can expire. */
export function mediaRoutes(app: FastifyInstance, world: World): void {
  async function sendMedia(reply: FastifyReply, kind: string, name: string) {
    if (kind === 'upload') {
      const upload = world.state.uploads[`upload/${name}`]
      return upload ? send(reply, name, Buffer.from(upload.bytes, 'base64')) : reply.callNotFound()
    }
    // A plain name only: nothing outside the folder can be asked for.
    if (kind !== 'asset' || path.basename(name) !== name) return reply.callNotFound()
    const bytes = await readFile(path.join(ASSETS, name)).catch(() => undefined)
    return bytes ? send(reply, name, bytes) : reply.callNotFound()
  }

  app.get<Named>('/media/asset/:name', ({ params }, reply) => sendMedia(reply, 'asset', params.name))
  app.get<Named>('/media/upload/:name', ({ params }, reply) => sendMedia(reply, 'upload', params.name))
  app.get<Lent>('/media/lent/:source/:accountId/:kind/:name', ({ params }, reply) =>
    world.knobs.isOn('media.expire', params) ? reply.status(403).send() : sendMedia(reply, params.kind, params.name),
  )
}
