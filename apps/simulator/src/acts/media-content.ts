import { choose, EMOTICONS, PICTURES, VIDEOS, VOICES } from '../media/assets.ts'
import type { CustomerAct, Source } from '../views.ts'
import { findPost, postsOf } from '../world/catalogue.ts'
import { ControlRefusal } from '../world/refusal.ts'
import type { Content } from '../world/state.ts'
import type { World } from '../world/world.ts'

export type MediaAct = Extract<CustomerAct, { do: 'image' | 'video' | 'voice' | 'emoticon' | 'share' }>

/** The content a customer sends: something built in, or a picture given before. */
export function mediaContent(world: World, source: Source, act: MediaAct): Content {
  switch (act.do) {
    case 'image':
      return act.url === undefined ? builtInPicture(act.picture) : uploadedPicture(world, act.url)
    case 'video': {
      const { media, cover, durationMs } = found(choose(VIDEOS, act.clip), '没有这段视频')
      return { type: 'video', media, cover, durationMs }
    }
    case 'voice': {
      const { media, durationMs } = found(choose(VOICES, act.clip), '没有这段语音')
      return { type: 'voice', media, durationMs }
    }
    case 'emoticon': {
      const { name, media, width, height } = found(choose(EMOTICONS, act.name), '没有这个表情')
      return { type: 'emoticon', name, media, width, height }
    }
    case 'share': {
      const post = act.postId === undefined ? postsOf(source)[0] : findPost(source, act.postId)
      return { type: 'post', postId: found(post, '没有这篇笔记或视频').postId }
    }
  }
}

function builtInPicture(name: string | undefined): Content {
  const { media, width, height } = found(choose(PICTURES, name), '没有这张图片')
  return { type: 'image', media, width, height }
}

function uploadedPicture(world: World, url: string): Content {
  const prefix = world.mediaUrl('')
  const media = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  const { width, height } = found(world.state.uploads[media], '请先上传这张图片')
  return { type: 'image', media, width, height }
}

function found<T>(item: T | undefined, sentence: string): T {
  if (item === undefined) throw new ControlRefusal(sentence)
  return item
}
