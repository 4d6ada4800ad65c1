import { createHash } from 'node:crypto'
import type { Route } from '../calls/platform-route.ts'
import { readUpload } from '../media/read-upload.ts'
import { keepUpload } from '../media/uploads.ts'
import type { Simulator } from '../simulator.ts'
import { apiAnswer, imAnswer } from './answers.ts'
import { merchantOf, OPEN_CODES, requireClientToken } from './caller.ts'
import { refuse } from './codes.ts'
import { guarded } from './guarded.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from './limits.ts'

export function mediaRoutes(sim: Simulator): Route[] {
  const { world } = sim

  const upload = guarded(sim, 'im', async (call) => {
    requireClientToken(world, call)
    const file = await readUpload(call, 'image')
    const isFine = file?.picture && IMAGE_TYPES.includes(file.picture.type) && file.bytes.length <= IMAGE_MAX_BYTES
    if (!file?.picture || !isFine) throw refuse(2100005, 'image')
    const media = keepUpload(world, file.bytes, file.picture)
    const imageId = world.ids.douyin('image')
    world.state.images[imageId] = media
    const { width, height } = file.picture
    const md5 = createHash('md5').update(file.bytes).digest('hex')
    // The pages disagree on where these fields sit, so both happen.
    const place = world.chance('douyin.uploadPlace', 0.5) ? 'data' : 'top'
    return imAnswer(world, { image_id: imageId, width, height, md5 }, place)
  })

  /** Only what a customer took with the own camera can be fetched. */
  const resources = guarded(sim, 'api', (call) => {
    const account = merchantOf(world, call, 'im.direct_message', OPEN_CODES)
    const conversation = world
      .conversations()
      .find((one) => one.accountId === account.accountId && one.conversationId === call.query.conversation_id)
    const message = conversation?.messages.find(
      ({ messageId, from }) => messageId === call.query.message_id && from === 'customer',
    )
    const content = message?.content
    if (content?.type !== 'image' && content?.type !== 'video') throw refuse(2100005, 'message_id')
    return apiAnswer(world, { media_type: content.type, url: world.lentMediaUrl(content.media, account) })
  })

  return [
    { method: 'POST', path: '/tool/imagex/client_upload/', name: 'upload', handle: upload },
    { method: 'GET', path: '/api/im/message/resources/', name: 'resources', handle: resources },
  ]
}
