import { createHash } from 'node:crypto'
import type { MediaPath } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Picture } from './sniff.ts'

/** Keeps a picture under the name of its content, so that the same picture is kept once. */
export function keepUpload(world: World, bytes: Buffer, { type, width, height }: Picture): MediaPath {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const media = `upload/${name}.${type.slice('image/'.length)}`
  world.state.uploads[media] ??= { type, width, height, bytes: bytes.toString('base64') }
  return media
}
