import type { AgentId, EntId, RelationId, StageId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { onlineTimes } from './online-times.ts'
import { STORIES } from './stories.ts'
import { writeTalks } from './write-talks.ts'

const now = new Date('2026-03-16T08:00:00.000Z')
const id = (letter: string) => letter.repeat(32)
const DAY_MS = 86_400_000
const lin = { id: id('a') as AgentId, name: '林小满' }
const wei = { id: id('d') as AgentId, name: '卫青禾' }

const month = (until = now) =>
  writeTalks({
    cast: {
      entId: id('e') as EntId,
      prefix: 'demo',
      agents: [lin, wei],
      watchers: [lin.id, wei.id],
      stages: new Map([['跟进中', id('5') as StageId]]),
      fields: { estate: id('1'), area: id('2'), handover: id('3') },
      asset: (name) => `http://simulator/${name}`,
    },
    accounts: [
      { id: id('b') as RelationId, source: 'redbook', platformId: 'r1', name: '旗舰店', hasAi: true },
      { id: id('c') as RelationId, source: 'douyin', platformId: 'd1', name: '云杉家居', hasAi: false },
    ],
    customers: 320,
    now: until,
  })

test('a month of conversations lies behind now, each in its order, and is the same every time', () => {
  const talks = month()

  expect(talks.length).toBeGreaterThan(250)
  for (const { talk } of talks) {
    const times = talk.moments.map((moment) => moment.at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBeLessThan(now.getTime())
  }
  expect(month()).toEqual(talks)
})

test('weekends and evenings are busier, and at night only the AI speaks', () => {
  const hours = new Map<number, number>()
  const days = new Map<number, number>()
  const atNight: string[] = []
  for (const { talk } of month()) {
    const start = talk.moments[0]!.at.getTime() + DAY_MS / 3
    const [hour, day] = [new Date(start).getUTCHours(), new Date(start).getUTCDay()]
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
    days.set(day, (days.get(day) ?? 0) + 1)
    if (hour < 9 || hour >= 22) atNight.push(...talk.moments.map(({ kind }) => kind))
  }
  expect(atNight).not.toContain('person')
  const between = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => hours.get(from + index) ?? 0).reduce((sum, each) => sum + each, 0)
  expect(between(20, 22)).toBeGreaterThan(between(17, 19))
  expect(between(0, 6)).toBeLessThan(between(9, 12))
  expect((days.get(6) ?? 0) + (days.get(0) ?? 0)).toBeGreaterThan((days.get(2) ?? 0) + (days.get(3) ?? 0))
})

test.each(['00:40', '07:30', '11:00', '16:00', '23:30'])('at %s today looks like yesterday at that time', (time) => {
  const until = new Date(`2026-03-18T${time}:00.000+08:00`)
  const midnight = Date.parse('2026-03-18T00:00:00.000+08:00')
  const starts = month(until).map(({ talk }) => talk.moments[0]!.at.getTime())
  const within = (from: number, to: number) => starts.filter((at) => at >= from && at < to).length
  const today = within(midnight, until.getTime())
  const yesterday = within(midnight - DAY_MS, until.getTime() - DAY_MS)

  expect(Math.abs(today - yesterday)).toBeLessThanOrEqual(3 + yesterday / 2)
  expect(within(until.getTime() - DAY_MS, until.getTime())).toBeGreaterThan(5)
})

test('every slot is filled, and every kind of thing happens', () => {
  const talks = month()
  const texts = talks.flatMap(({ talk, tags }) => [...tags, ...talk.moments.map((moment) => JSON.stringify(moment))])

  expect(texts.filter((text) => /\{\w+\}/.test(text))).toEqual([])
  const kinds = new Set(talks.flatMap(({ talk }) => talk.moments.map((moment) => moment.kind)))
  expect(kinds).toEqual(new Set(['enter', 'customer', 'person', 'ai', 'flow', 'note', 'copied', 'owner', 'reception']))
  const owners = talks.flatMap(({ talk }) => talk.moments.filter((moment) => moment.kind === 'owner'))
  expect(new Set(owners.map(({ change }) => change))).toEqual(new Set(['receive', 'transfer', 'timeout']))
  expect(talks.some((talk) => talk.isWaiting)).toBe(true)
  expect(talks.some(({ talk }) => talk.isArchived)).toBe(true)
  expect(new Set(talks.map(({ talk }) => talk.starting.receptionType)).size).toBe(3)
})

test('an agent is online whenever they do something, once a day and never later than now', () => {
  const talks = month().map(({ talk }) => talk)
  const times = onlineTimes(talks, now)
  for (const { id: agentId } of [lin, wei]) {
    const acts = talks.flatMap(({ moments }) => moments.filter((it) => 'agentId' in it && it.agentId === agentId))
    const own = times.filter((each) => each.agentId === agentId)

    expect(acts.length).toBeGreaterThan(100)
    expect(acts.filter(({ at }) => !own.some(({ startAt, endAt }) => startAt <= at && at <= endAt))).toEqual([])
    const inOrder = own.toSorted((one, other) => one.startAt.getTime() - other.startAt.getTime())
    expect(inOrder.filter(({ startAt }, index) => index > 0 && startAt < inOrder[index - 1]!.endAt)).toEqual([])
  }
  expect(times.filter(({ startAt, endAt }) => endAt <= startAt || endAt > now)).toEqual([])
})

test('the AI speaks only where it is published', () => {
  const spoken = month().filter(({ talk }) => talk.moments.some((moment) => moment.kind === 'ai'))

  expect(new Set(spoken.map(({ platformId }) => platformId))).toEqual(new Set(['r1']))
})

test('an owner follows the one before: customers are passed on by who has them, and are taken back from them', () => {
  for (const { talk, owner } of month()) {
    let has: AgentId | null = null
    const wrong: unknown[] = []
    for (const moment of talk.moments) {
      if (moment.kind === 'person' && moment.agentId !== has) wrong.push(moment)
      if (moment.kind !== 'owner') continue
      if ((has === null) !== (moment.change === 'receive') || moment.agentId === has) wrong.push(moment)
      has = moment.agentId
    }
    expect({ owner, wrong }).toEqual({ owner: has, wrong: [] })
  }
})

test('no platform’s story is told on the other', () => {
  const own = STORIES.filter((story) => story.source === 'douyin').flatMap((story) => story.steps)
  const words = new Set(own.flatMap((step) => ('text' in step && !step.text.includes('{') ? [step.text] : [])))
  const said = month()
    .filter(({ talk }) => talk.account.source === 'redbook')
    .flatMap(({ talk }) => talk.moments.flatMap((moment) => ('content' in moment ? [moment.content.text ?? ''] : [])))

  expect(said.filter((text) => words.has(text))).toEqual([])
})
