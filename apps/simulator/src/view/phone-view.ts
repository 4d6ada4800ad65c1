import { EMOTICONS, PICTURES, VIDEOS, VOICES } from '../media/assets.ts'
import type { BuiltIn, Clip } from '../media/assets.ts'
import type { ClipView, PhoneView, PictureView, Source } from '../views.ts'
import { adsOf } from '../world/catalogue.ts'
import type { World } from '../world/world.ts'
import { isoOf } from './account-view.ts'
import { messageView, postViews } from './message-view.ts'

const clip = ({ name, label, durationMs }: Clip): ClipView => ({ name, label, durationMs })

/** The conversation as the customer sees it. Undefined where account or customer do not exist. */
export function phoneView(world: World, source: Source, accountId: string, customerId: string): PhoneView | undefined {
  const account = world.findAccount(source, accountId)
  const customer = world.findCustomer(source, customerId)
  if (!account || !customer) return undefined
  const main = world.mainOf(account)
  const talk = world.findConversation(source, accountId, customerId)
  const isDouyin = source === 'douyin'
  const picture = ({ name, label, media }: BuiltIn): PictureView => ({ name, label, url: world.mediaUrl(media) })
  return {
    source,
    now: isoOf(world.now()),
    account: {
      accountId,
      name: account.name,
      avatarUrl: world.mediaUrl(account.avatar),
      mainAccountName: account === main ? null : main.name,
      isAuthorised: main.authorisation !== null,
    },
    customer: { customerId, name: customer.name, city: customer.city, avatarUrl: world.mediaUrl(customer.avatar) },
    isEntered: talk?.isEntered ?? false,
    isBlocked: talk?.isBlocked ?? false,
    isPhoneMasked: customer.isPhoneMasked,
    grant: talk?.grant ? { until: isoOf(talk.grant.until) } : null,
    messages: (talk?.messages ?? []).map((message) => messageView(world, account, message)),
    comments: world.state.comments
      .filter((comment) => comment.source === source && comment.accountId === accountId)
      .filter((comment) => comment.customerId === customerId)
      .map(({ commentId, postId, author, text, at }) => ({ commentId, postId, author, text, at: isoOf(at) })),
    posts: postViews(world, source, main.name),
    ads: adsOf(source).map(({ adId, name, postId }) => ({ adId, name, postId: postId ?? '' })),
    pictures: PICTURES.map(picture),
    emoticons: EMOTICONS.map(picture),
    videos: VIDEOS.map(clip),
    voices: VOICES.map(clip),
    can: { voice: !isDouyin, grant: isDouyin, maskPhone: isDouyin, copyWechat: !isDouyin, tapQuestion: isDouyin },
  }
}
