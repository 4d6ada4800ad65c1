import { afterEach, beforeEach, expect, test } from 'vitest'
import { KNOBS_HEADER } from '../calls/platform-call.ts'
import { openStage, PUBLIC_URL, SPRUCE, type Stage } from '../testing/stage.ts'
import { type Alike, ask, ODD, shownBy, shownBySample } from './testing/ask.ts'
import { prepareDouyin } from './testing/prepare.ts'
import { type CallSample, type Exchange, readSamples } from './testing/samples.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const all = readSamples<CallSample>('douyin', 'call')
const sampleOf = (wanted: string) => all.find(([name]) => name === wanted)?.[1] as CallSample
const samples = all.filter(([name]) => !ODD.test(name) && name !== 'authorise-url')
const isError = (name: string) => name.startsWith('error-')
const isFetch = (name: string) => name.startsWith('fetch-')

/** Where fields sit is a matter of chance; the sample's way comes up soon. */
async function answersTo(name: string, exchange: Exchange): Promise<Alike> {
  const expected = JSON.stringify(shownBySample(exchange))
  for (let tries = 1; ; tries++) {
    prepareDouyin(stage, exchange)
    if (name === 'exchange-not-enterprise') stage.world.getAccount('douyin', SPRUCE).standing = 'uncertified'
    const shown = await shownBy(await ask(stage, 'douyin', exchange))
    if (JSON.stringify(shown) === expected || tries === 20) return shown
  }
}

test.each(samples.filter(([name]) => !isError(name) && !isFetch(name)))(
  '%s is accepted and answered alike',
  async (name, sample) => {
    expect(await answersTo(name, sample)).toEqual(shownBySample(sample))
    for (const next of sample.then ?? []) expect(await answersTo(name, next)).toEqual(shownBySample(next))
  },
)

test.each(samples.filter(([name]) => isError(name)))('%s is refused alike', async (_, sample) => {
  prepareDouyin(stage, sample)
  const response = await ask(stage, 'douyin', sample, { [KNOBS_HEADER]: `call.error=${sample.error?.code}` })
  const body = await response.clone().text()
  expect(await shownBy(response)).toEqual(shownBySample(sample))
  expect(body).toContain(String(sample.error?.code))
})

test.each(samples.filter(([name]) => isFetch(name)))('%s is answered, and the address too', async (name, sample) => {
  prepareDouyin(stage, sample, name === 'fetch-video' ? 'video' : 'image')
  await stage.knobs({ 'media.expire': name === 'fetch-expired' ? true : null })
  const response = await ask(stage, 'douyin', sample)
  const { data } = (await response.clone().json()) as { data: { url: string } }
  expect(await shownBy(response)).toEqual(shownBySample(sample))

  const expected = sample.then?.[0]?.response
  const media = await fetch(data.url.replace(PUBLIC_URL, stage.url))
  expect(media.status).toBe(expected?.status)
  expect(media.headers.get('content-type')).toBe(expected?.headers?.['content-type'] ?? null)
})

test('authorise-url opens a page with nothing wrong', async () => {
  const sample = sampleOf('authorise-url')
  expect((await ask(stage, 'douyin', sample)).status).toBe(200)
  const answer = await stage.control('authorise', { source: 'douyin', query: sample.request.query })
  expect(answer).toMatchObject({ kind: 'redirect' })
})

test('send-http-500 is what the knob makes: a bare 500', async () => {
  const sample = sampleOf('send-http-500')
  prepareDouyin(stage, sample)
  const response = await ask(stage, 'douyin', sample, { [KNOBS_HEADER]: 'send.http500' })
  expect(response.status).toBe(500)
  await expect(response.json()).rejects.toThrow()
})
