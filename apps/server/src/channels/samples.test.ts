import { SOURCES, type Source } from '@ruwu/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlatformError } from './platform-error.ts'
import type { AuthAttempt, ChannelAccount } from './source.ts'
import type { SourceRegistry } from './source-registry.ts'
import { adaptersFor, channelOf } from './testing/adapters.ts'
import { asSampleRequest, PlatformStub } from './testing/platform-stub.ts'
import { asSample, type CallSample, callSamples, revive, webhookSamples } from './testing/samples.ts'

let stub: PlatformStub

beforeAll(async () => {
  stub = await PlatformStub.start()
})
afterAll(() => stub.stop())

describe.each(SOURCES)('what %s sends is understood', (source) => {
  test.each(webhookSamples(source))('$name: $sample.about', ({ sample }) => {
    const registry = adaptersFor(sample.credentials, 'http://127.0.0.1:1')
    const { request, answer, handshake, refused, dedupeKey, events } = sample

    const received = channelOf(registry, source).receive({
      ...request,
      body: Buffer.from(request.body),
      receivedAt: new Date(sample.receivedAt),
    })

    const kind = handshake ? 'handshake' : refused ? 'refused' : 'accepted'
    const rest = refused ? { reason: refused } : handshake ? {} : { dedupeKey, events }
    expect(asSample(received)).toEqual({ kind, answer, ...rest })
  })
})

describe.each(SOURCES)('what we ask of %s', (source) => {
  const samples = callSamples(source).filter(({ sample }) => sample.response)

  test.each(samples)('$name: $sample.about', async ({ sample }) => {
    const exchanges = [{ request: sample.request, response: sample.response! }, ...(sample.then ?? [])]
    for (const { response } of exchanges) stub.willAnswer(response)
    stub.requests.length = 0
    const registry = adaptersFor(sample.credentials, stub.url, sample.given)

    const outcome = await callAs(registry, source, sample).then(
      (result) => ({ result: asSample(result) }),
      (error: unknown) => ({ error: asSampleError(error, sample.error) }),
    )
    await registry.close()

    const asked = stub.requests.map((recorded, index) => asSampleRequest(recorded, exchanges[index]!.request))
    expect(await Promise.all(asked)).toEqual(exchanges.map(({ request }) => request))
    expect(outcome).toEqual(sample.error ? { error: sample.error } : { result: sample.result })
  })

  test('the page the merchant opens', () => {
    const { credentials, given, call, request } = callSamples(source).find(
      ({ name }) => name === 'authorise-url',
    )!.sample
    const registry = adaptersFor(credentials, 'http://127.0.0.1:8090/below', given)

    const url = channelOf(registry, source).authoriseUrl(revive(call.args[0]) as AuthAttempt)

    expect(url.origin + url.pathname).toBe(`http://127.0.0.1:8090/below${request.path}`)
    expect(Object.fromEntries(url.searchParams)).toEqual(request.query)
  })
})

/** As much of an error as the sample tells. */
function asSampleError(error: unknown, told: CallSample['error']): object {
  if (!(error instanceof PlatformError)) throw error
  const { kind, platformCode: code, platformText, logId } = error
  const known = Object.entries({ kind, code, platformText, logId })
  return Object.fromEntries(known.filter(([name]) => !told || name in told))
}

type Method = (...args: unknown[]) => Promise<unknown>

/** Methods that take no account in front. */
const WITHOUT_ACCOUNT = new Set(['exchange', 'refresh'])

async function callAs(registry: SourceRegistry, source: Source, { call, given }: CallSample): Promise<unknown> {
  const args = call.args.map((arg) => revive(withBase(arg)))
  const [group = '', name] = call.what.split('.')
  const owner = { app: registry.app(source), events: registry.events(source) }[group]
  if (owner) return await method(owner, name)(...args)
  const channel = channelOf(registry, source)
  const account = given.account as ChannelAccount
  const target = name ? method(channel[group as 'cards'], name) : method(channel, group)
  return await (WITHOUT_ACCOUNT.has(group) ? target(...args) : target(account, ...args))
}

function method(owner: object, name = ''): Method {
  return (owner as Record<string, Method>)[name]!
}

function withBase(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('{base}', stub.url))
}
