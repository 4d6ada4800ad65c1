import { actAsCustomer } from '../acts/customer-acts.ts'
import { between, pick, type Random } from '../prng.ts'
import type { DoStep, Script, UntilStep } from '../scripts/script.ts'
import { type ScriptPlayer, sourcesOf } from '../scripts/script-player.ts'
import { actOf } from '../scripts/step-act.ts'
import type { Simulator } from '../simulator.ts'
import { MATERIALS } from '../world/catalogue.ts'
import { ControlRefusal } from '../world/refusal.ts'
import type { Account, CardContent, Content } from '../world/state.ts'
import { addOutbound, openCustomer, openTalk } from '../world/talk.ts'
import { replyTextsFor } from './replies.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CHINA_MS = 8 * HOUR_MS
/** Conversations per account and day. */
const PER_DAY: readonly [number, number] = [2, 6]
const REPLY_AFTER_MS: readonly [number, number] = [15_000, 240_000]
const REPLY_PROBABILITY = 0.9

/** Something that happened at a time; doing it tells our server. */
export type PastMoment = { at: number; happen(): void }

/** The last days of the linked accounts, oldest first. Merchants answered in the app. */
export function pastMoments(sim: Simulator, player: ScriptPlayer, days: number): PastMoment[] {
  const now = sim.world.now()
  const today = Math.floor((now + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS
  const moments: PastMoment[] = []
  const random = sim.world.random('demo.past')
  for (const stage of stagesOf(player)) {
    for (let day = days; day >= 1; day--) {
      const count = between(random, PER_DAY)
      for (let index = 0; index < count; index++) {
        const script = pick(random, stage.scripts)
        const start = today - day * DAY_MS + between(random, script.hours) * HOUR_MS + between(random, [0, HOUR_MS])
        moments.push(...playPast(sim, script, stage.account, start, now, random))
      }
    }
  }
  return moments.toSorted((left, right) => left.at - right.at)
}

/** Every linked account with the scripts that fit it. */
function stagesOf(player: ScriptPlayer): { account: Account; scripts: Script[] }[] {
  const stages = new Map<Account, Script[]>()
  for (const script of player.scripts) {
    for (const account of sourcesOf(script).flatMap((source) => player.stagesFor(script, source))) {
      stages.set(account, [...(stages.get(account) ?? []), script])
    }
  }
  return [...stages].map(([account, scripts]) => ({ account, scripts }))
}

function playPast(
  sim: Simulator,
  script: Script,
  account: Account,
  start: number,
  now: number,
  random: Random,
): PastMoment[] {
  const { source, accountId } = account
  const platform = sim.platforms[source]
  const customer = openCustomer(sim.world, platform, { source })
  const moments: PastMoment[] = []
  let at = start
  for (const step of script.steps) {
    const answered = 'until' in step ? settle(step, random) : undefined
    if (answered === 'ended') break
    at += 'until' in step ? (answered ?? 0) : between(random, step.wait ?? [0, 0])
    // What would lie ahead of now has not happened yet.
    if (at >= now) break
    const time = at
    if ('until' in step) {
      if (step.until !== 'silence')
        moments.push({ at: time, happen: () => answer(sim, account, customer.customerId, step, time, random) })
    } else moments.push({ at: time, happen: () => perform(step, time) })
  }
  return moments

  function perform(step: DoStep, time: number): void {
    if (step.account === 'second') return
    try {
      actAsCustomer(
        sim,
        { source, accountId, customerId: customer.customerId, act: actOf(script, step, source, random) },
        time,
      )
    } catch (error) {
      // A card that was never sent can't be filled in; the customer lets it be.
      if (!(error instanceof ControlRefusal)) throw error
    }
  }
}

/** Milliseconds until what was waited for, or the end of the story. */
function settle({ until, within, else: otherwise }: UntilStep, random: Random): number | 'ended' {
  if (until === 'silence') return within
  const comes = until !== 'recall' && until !== 'question_guide' && random() < REPLY_PROBABILITY
  if (!comes) return otherwise === undefined ? within : 'ended'
  return Math.min(within, between(random, REPLY_AFTER_MS))
}

function answer(
  sim: Simulator,
  account: Account,
  customerId: string,
  { until }: UntilStep,
  at: number,
  random: Random,
): void {
  const customer = sim.world.findCustomer(account.source, customerId)
  const content: Content | undefined = until.startsWith('card:')
    ? cardOf(account, until.slice('card:'.length))
    : { type: 'text', text: pick(random, replyTextsFor(until)) }
  if (!customer || !content) return
  const platform = sim.platforms[account.source]
  const talk = openTalk(sim.world, platform, account, customer)
  const message = addOutbound(talk, platform.newMessageId('merchant'), 'app', content, at)
  sim.emit({ kind: 'echo', ...talk, message })
}

/** A card the merchant could have sent from the app. */
function cardOf(account: Account, cardType: string): CardContent | undefined {
  const blank = { type: 'card', filled: null, isCopied: false } as const
  if (account.source === 'douyin') {
    const card = cardType === 'lead_form' ? account.cards[0] : undefined
    if (!card) return undefined
    const labels = ['姓名', '手机号', '城市']
    return {
      ...blank,
      cardType: 'lead_form',
      cardId: card.cardId,
      title: card.title,
      cover: 'asset/plan.png',
      labels,
      wechat: null,
    }
  }
  const material = MATERIALS.find((one) => one.cardType === cardType && one.status === 1)
  if (!material) return undefined
  const { materialId, title, cover, labels, wechat } = material
  return { ...blank, cardType: material.cardType, cardId: materialId, title, cover, labels: [...labels], wechat }
}
