import { adsOf, findPost, postsOf } from '../world/catalogue.ts'
import { ControlRefusal } from '../world/refusal.ts'
import type { Ad, Entry } from '../world/state.ts'
import type { CustomerAct, Source } from '../views.ts'
import type { Acts } from './scene.ts'

type EnterAct = Extract<CustomerAct, { do: 'enter' }>

function adOf(source: Source, act: EnterAct): Ad | null {
  if (act.via !== 'ad' && act.adId === undefined && act.planName === undefined) return null
  const ads = adsOf(source)
  const known = ads.find((ad) => ad.adId === act.adId || ad.name === act.planName) ?? ads[0]
  if (!known) throw new ControlRefusal('没有这条广告')
  return act.planName === undefined ? known : { ...known, name: act.planName }
}

function postIdOf(source: Source, act: EnterAct, ad: Ad | null): string | null {
  if (act.postId !== undefined) {
    if (!findPost(source, act.postId)) throw new ControlRefusal('没有这篇笔记或视频')
    return act.postId
  }
  if (ad) return ad.postId
  return act.via === 'post' ? (postsOf(source)[0]?.postId ?? null) : null
}

export const entryActs: Acts<'enter' | 'leave'> = {
  enter({ sim, talk, at }, act) {
    const { source } = talk.account
    const ad = adOf(source, act)
    const messageId = sim.platforms[source].newMessageId('customer')
    const entry: Entry = { messageId, at, postId: postIdOf(source, act, ad), ad, sent: 0 }
    talk.conversation.entries.push(entry)
    talk.conversation.isEntered = true
    sim.emit({ kind: 'enter', ...talk, entry })
    return messageId
  },

  /** The platforms say nothing when a customer leaves. */
  leave({ talk }) {
    talk.conversation.isEntered = false
    return undefined
  },
}
