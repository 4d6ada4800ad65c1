import type { ContentView, MessageView, PostView, Source } from '../views.ts'
import { findPost, type Post, postsOf } from '../world/catalogue.ts'
import type { Account, Content, Message } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { isoOf } from './account-view.ts'

function postView(world: World, authorName: string, { postId, kind, title, cover }: Post): PostView {
  return { postId, kind, title, coverUrl: world.mediaUrl(cover), authorName }
}

export const postViews = (world: World, source: Source, authorName: string): PostView[] =>
  postsOf(source).map((post) => postView(world, authorName, post))

/** As the person at the phone or in the merchant's app sees it. */
export function messageView(world: World, account: Account, message: Message): MessageView {
  const { messageId, from, origin, at, content, recalledBy, isRead } = message
  return {
    messageId,
    from,
    origin,
    staffName: from === 'merchant' && account.mainId !== null ? account.name : null,
    at: isoOf(at),
    content: contentView(world, account, content),
    isRecalled: recalledBy !== null,
    recalledBy,
    isRead,
    canRecall: recalledBy === null,
  }
}

function contentView(world: World, account: Account, content: Content): ContentView {
  switch (content.type) {
    case 'text':
    case 'question_guide':
      return content
    case 'image':
    case 'emoticon': {
      const { media, ...rest } = content
      return { ...rest, url: world.mediaUrl(media) }
    }
    case 'video': {
      const { media, cover, ...rest } = content
      return { ...rest, url: world.mediaUrl(media), coverUrl: world.mediaUrl(cover) }
    }
    case 'voice': {
      const { media, ...rest } = content
      return { ...rest, url: world.mediaUrl(media) }
    }
    case 'post': {
      const post = findPost(account.source, content.postId)
      const unknown = { postId: content.postId, kind: 'note', title: '内容已删除', cover: '' } as const
      return { type: 'post', post: postView(world, world.mainOf(account).name, post ?? unknown) }
    }
    case 'card': {
      const { cover, ...rest } = content
      return { ...rest, coverUrl: cover === '' ? '' : world.mediaUrl(cover) }
    }
  }
}
