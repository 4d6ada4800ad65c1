import type { AgentId, Content, EntId, RelationId, Source, StageId } from '@ruwu/contract'
import { DEFAULT_ASSIGN_RULE, type Reception, receptionLines } from '@ruwu/domain'
import type { PastHandoff, PastMoment, PastTalk } from '../past-conversations.ts'
import type { SeededRandom } from './seeded-random.ts'
import { CLOSINGS, nickname, realName, SLOTS, UNKNOWN_QUESTIONS } from './slots.ts'
import type { Step, Story } from './story.ts'

export type Cast = {
  entId: EntId
  /** Begins the platform ids of the customers. */
  prefix: string
  agents: { id: AgentId; name: string }[]
  stages: ReadonlyMap<string, StageId>
  fields: { estate: string; area: string; handover: string }
  /** URL of a media file of the simulator. */
  asset(name: string): string
}

export type Stage = {
  id: RelationId
  source: Source
  platformId: string
  name: string
  /** The account's AI is published; customers of the others are received by people. */
  hasAi: boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FACES = 16

/** Plays a story with one invented customer from a start time. */
export function writeTalk(story: Story, stage: Stage, cast: Cast, dice: SeededRandom, start: Date, n: number): Written {
  const { source } = stage
  const personId = `${cast.prefix}-${source}-${String(n).padStart(4, '0')}`
  const slots = Object.fromEntries(Object.entries(SLOTS).map(([name, values]) => [name, dice.pick(values)]))
  const fill = (text: string) =>
    text
      .replaceAll('{wechat}', `ruwu_${String(1000 + n)}`)
      .replaceAll('{unknown}', UNKNOWN_QUESTIONS[n % UNKNOWN_QUESTIONS.length] ?? '')
      .replace(/\{(\w+)\}/g, (whole, name: string) => slots[name] ?? whole)
  let agent = dice.pick(cast.agents)
  const starting = STARTS[story.start]
  let at = start.getTime()
  let type = story.start
  let owner = null as AgentId | null
  let count = 0
  const moments: PastMoment[] = []
  const add = (moment: Timeless, afterMs: number) => {
    at += afterMs
    moments.push({ ...moment, at: new Date(at) })
  }
  const newId = () => `${personId}-${String((count += 1))}`

  const planName = story.ad ? `${slots.item ?? ''}推广计划` : undefined
  add(
    {
      kind: 'enter',
      text: planName ? `客户从广告进入私信页：${planName}` : '客户进入私信页',
      ...(planName ? { entry: { ad: { planId: `plan-${String(n % 7)}`, planName } } } : {}),
    },
    0,
  )
  for (const step of story.steps) act(step)
  const isWaiting = story.isWaiting === true
  if (!isWaiting && moments.at(-1)?.kind === 'customer') close()
  return {
    tags: story.tags.map(fill),
    talk: {
      account: { entId: cast.entId, id: stage.id, source },
      person: {
        platformId: personId,
        name: nickname(n),
        city: slots.city ?? '',
        avatar: { via: 'url', url: cast.asset(`face-${String((n % FACES) + 1)}.png`) },
      },
      conversationKey: `conv-${personId}`,
      starting,
      moments,
      stageId: cast.stages.get(story.stage) ?? null,
      fields: { [cast.fields.estate]: slots.estate ?? '', [cast.fields.area]: `${slots.area ?? ''} ㎡` },
      tagIds: [],
      leadStatus: story.lead?.status ?? null,
      isArchived: false,
      seats: [],
    },
    platformId: stage.platformId,
    owner,
    isWaiting,
    lastAt: new Date(at),
  }

  function receive(): void {
    if (owner) return
    owner = agent.id
    add({ kind: 'owner', change: 'receive', agentId: agent.id, line: receptionLines.received(agent.name) }, 1_000)
  }

  /** Who is next in the team; the same one where there is nobody else. */
  function colleague() {
    return cast.agents[(cast.agents.indexOf(agent) + 1) % cast.agents.length] ?? agent
  }

  function transfer(reason: string): void {
    const next = colleague()
    if (next === agent) return
    const line = receptionLines.redirected(agent.name, next.name, reason)
    agent = next
    owner = next.id
    add({ kind: 'owner', change: 'transfer', agentId: next.id, line }, MINUTE_MS)
  }

  function takeBack(): void {
    owner = null
    const line = receptionLines.returned(agent.name)
    add({ kind: 'owner', change: 'timeout', agentId: null, line }, DEFAULT_ASSIGN_RULE.returnSec * 1000)
    agent = colleague()
  }

  function yieldAi(reason: 'human_reply' | 'handoff', text: string, handoff?: PastHandoff): void {
    if (type === 'manual') return
    type = 'manual'
    add(
      { kind: 'reception', to: { receptionType: 'manual', aiOffReason: reason }, text, ...(handoff && { handoff }) },
      1_000,
    )
  }

  function person(content: Content, failed?: { kind: string; text: string }): void {
    receive()
    yieldAi('human_reply', 'AI 托管已关闭：人工回复')
    add(
      { kind: 'person', agentId: agent.id, content, platformMessageId: newId(), ...(failed ? { failed } : {}) },
      dice.between(20_000, 3 * MINUTE_MS),
    )
  }

  function customer(content: Content, extras: Pick<CustomerMoment, 'media' | 'form'> = {}): void {
    add({ kind: 'customer', content, platformMessageId: newId(), ...extras }, dice.between(15_000, 4 * MINUTE_MS))
  }

  /** Adds a closing message of ours. */
  function close(): void {
    const text = dice.pick(CLOSINGS)
    if (type === 'manual') person({ type: 'text', text })
    else
      add(
        { kind: type === 'workflow' ? 'flow' : 'ai', content: { type: 'text', text }, platformMessageId: newId() },
        5_000,
      )
  }

  function act(step: Step): void {
    switch (step.by) {
      case 'customer':
        if ('text' in step) customer({ type: 'text', text: fill(step.text) })
        else if ('media' in step) {
          const duration = step.media === 'image' ? {} : { duration: step.media === 'voice' ? '8000' : '3000' }
          customer(
            { type: step.media, text: '', ...duration, extra: { media: 'loading' } },
            { media: { via: 'url', url: cast.asset(step.asset) } },
          )
        } else {
          const phone = `138${String(10_000_000 + n * 7_919).slice(0, 8)}`
          const form = [
            { label: '姓名', value: realName(n) },
            { label: '手机号', value: phone },
            { label: '城市', value: slots.city ?? '' },
          ]
          const extra = {
            cardType: 'lead_form',
            cardId: `demo-card-${source}`,
            state: 'filled',
            fields: JSON.stringify(form),
          }
          customer({ type: 'link', text: '', placeholder: '客户提交了留资卡', extra }, { form })
        }
        return
      case 'person':
        if ('card' in step) {
          const title = step.card === 'contact' ? '设计师名片' : '预约免费上门量房'
          const extra = { cardType: step.card, cardId: `demo-card-${source}`, state: 'blank' }
          person({ type: 'link', text: '', placeholder: title, extra })
        } else if (step.outcome === 'recalled') person({ type: 'recalled' })
        else {
          const failed = { kind: 'platform_busy', text: '平台繁忙，请稍后再试' }
          person({ type: 'text', text: fill(step.text) }, step.outcome === 'failed' ? failed : undefined)
        }
        return
      case 'ai':
      case 'flow':
        add(
          { kind: step.by, content: { type: 'text', text: fill(step.text) }, platformMessageId: newId() },
          dice.between(3_000, 9_000),
        )
        return
      case 'note':
        add({ kind: 'note', agentId: agent.id, text: fill(step.text) }, 2 * MINUTE_MS)
        return
      case 'copied':
        add({ kind: 'copied' }, MINUTE_MS)
        return
      case 'handoff':
        yieldAi('handoff', `${type === 'workflow' ? '工作流' : 'AI'} 转人工：${step.reason}`, step.cause)
        return
      case 'transfer':
        transfer(step.reason)
        return
      case 'timeout':
        takeBack()
        return
      case 'pause':
        at += step.hours * HOUR_MS
    }
  }
}

export type Written = {
  talk: PastTalk
  tags: string[]
  /** The account's id on the platform. */
  platformId: string
  owner: AgentId | null
  isWaiting: boolean
  lastAt: Date
}

type CustomerMoment = Extract<PastMoment, { kind: 'customer' }>

type Timeless = PastMoment extends infer Each ? (Each extends PastMoment ? Omit<Each, 'at'> : never) : never

const STARTS: Record<Story['start'], Reception> = {
  ai_agent: { receptionType: 'ai_agent', aiOffReason: null },
  manual: { receptionType: 'manual', aiOffReason: 'schedule' },
  workflow: { receptionType: 'workflow', aiOffReason: 'schedule' },
}
