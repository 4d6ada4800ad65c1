import { afterEach, beforeEach, expect, test } from 'vitest'
import { KNOBS_HEADER } from '../calls/platform-call.ts'
import { openStage, type Stage } from '../testing/stage.ts'
import { ask, ODD, shownBy, shownBySample } from './testing/ask.ts'
import { prepareRedbook } from './testing/prepare.ts'
import { type CallSample, readSamples } from './testing/samples.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const SPECIAL = new Set(['authorise-url', 'fetch-image', 'staff-accounts-not-bound'])
const all = readSamples<CallSample>('redbook', 'call')
const sampleOf = (wanted: string) => all.find(([name]) => name === wanted)?.[1] as CallSample
const samples = all.filter(([name]) => !ODD.test(name) && !SPECIAL.has(name))
const isError = (name: string) => name.startsWith('error-') || name.endsWith('-refused')

test.each(samples.filter(([name]) => !isError(name)))('%s is accepted and answered alike', async (_, sample) => {
  prepareRedbook(stage, sample)
  expect(await shownBy(await ask(stage, 'redbook', sample))).toEqual(shownBySample(sample))
})

test.each(samples.filter(([name]) => isError(name)))('%s is refused alike', async (_, sample) => {
  prepareRedbook(stage, sample)
  const { code } = JSON.parse(sample.response?.body ?? '') as { code: number }
  const response = await ask(stage, 'redbook', sample, { [KNOBS_HEADER]: `call.error=${code}` })
  const body = await response.clone().text()
  expect(await shownBy(response)).toEqual(shownBySample(sample))
  expect(body).toContain(String(code))
})

test('staff-accounts-not-bound is what an unbound account gets', async () => {
  const sample = sampleOf('staff-accounts-not-bound')
  prepareRedbook(stage, sample)
  for (const account of stage.world.state.accounts) account.authorisation = null
  const response = await ask(stage, 'redbook', sample)
  const body: unknown = await response.clone().json()
  expect(await shownBy(response)).toEqual(shownBySample(sample))
  expect(body).toMatchObject({ code: 990003 })
})

test('authorise-url opens a page with nothing wrong', async () => {
  const sample = sampleOf('authorise-url')
  expect((await ask(stage, 'redbook', sample)).status).toBe(200)
  const answer = await stage.control('authorise', { source: 'redbook', query: sample.request.query })
  expect(answer).toMatchObject({ kind: 'done' })
})

test('fetch-image: what a customer sent has an address that answers', async () => {
  const sample = sampleOf('fetch-image')
  const media = await fetch(`${stage.url}/media/lent/redbook/-/asset/plan.png`)
  expect(media.status).toBe(sample.response?.status)
  expect(media.headers.get('content-type')).toBe(sample.response?.headers?.['content-type'])
})
