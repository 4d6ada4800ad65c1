import { translateEmoji } from '@ruwu/domain/emoji'
import { pick, type Random } from '../prng.ts'
import type { CustomerAct, Source } from '../views.ts'
import { postsOf } from '../world/catalogue.ts'
import type { DoStep, Script } from './script.ts'

/** `video-3` and `note-3` name the third thing that was published, whatever its id. */
function postIdOf(source: Source, name: string | undefined): string | undefined {
  const place = /^(?:video|note)-(\d+)$/.exec(name ?? '')?.[1]
  return place === undefined ? name : postsOf(source)[Number(place) - 1]?.postId
}

/** What a step does; words are drawn from the run's own stream. */
export function actOf(script: Script, step: DoStep, source: Source, random: Random): CustomerAct {
  const words = (choices: readonly string[]) => {
    const text = pick(random, choices)
    return script.source === 'both' && source === 'redbook' ? translateEmoji('douyin', 'redbook', text) : text
  }
  switch (step.do) {
    case 'enter': {
      const { ad, postId } = script.entry ?? {}
      const place = postIdOf(source, postId)
      return {
        do: 'enter',
        via: ad ? 'ad' : place ? 'post' : 'profile',
        ...(ad ? { planName: ad.planName } : {}),
        ...(place ? { postId: place } : {}),
      }
    }
    case 'text':
      return { do: 'text', text: words(step.say) }
    case 'comment':
      return { do: 'comment', text: words(step.say), ...withPost(postIdOf(source, step.postId)) }
    case 'share':
      return { do: 'share', ...withPost(postIdOf(source, step.postId)) }
    case 'grant':
      return { do: 'grant', isActive: true }
    case 'block':
      return { do: 'block', isBlocked: true }
    case 'image':
      return { do: 'image', ...(step.picture === undefined ? {} : { picture: step.picture }) }
    case 'video':
    case 'voice':
      return { do: step.do, ...(step.clip === undefined ? {} : { clip: step.clip }) }
    case 'emoticon':
      return { do: 'emoticon', ...(step.name === undefined ? {} : { name: step.name }) }
    case 'submit_card':
      return { do: 'submit_card', fields: step.fields }
    case 'tap_question':
      return { do: 'tap_question', index: step.index }
    case 'leave':
    case 'copy_wechat':
    case 'recall':
    case 'read':
      return { do: step.do }
  }
}

const withPost = (postId: string | undefined) => (postId === undefined ? {} : { postId })
