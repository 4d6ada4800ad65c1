import type { Route } from '../calls/platform-route.ts'
import { readUpload } from '../media/read-upload.ts'
import { keepUpload } from '../media/uploads.ts'
import type { Simulator } from '../simulator.ts'
import { redbookAnswer } from './answers.ts'
import { requireAppToken } from './caller.ts'
import { refuse } from './codes.ts'
import { guarded } from './guarded.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from './limits.ts'

export function mediaRoutes(sim: Simulator): Route[] {
  const { world } = sim

  const upload = guarded(sim, async (call) => {
    requireAppToken(world, call)
    const file = await readUpload(call, 'file')
    if (!file) throw refuse(990070, 'file')
    const { picture, bytes } = file
    if (!picture || !IMAGE_TYPES.includes(picture.type) || bytes.length > IMAGE_MAX_BYTES) throw refuse(990033)
    const media = keepUpload(world, bytes, picture)
    const { width, height } = picture
    return redbookAnswer({ file_id: world.ids.hex24('file'), url: world.mediaUrl(media), width, height })
  })

  return [{ method: 'POST', path: '/api/open/im/third/upload', name: 'upload', handle: upload }]
}
