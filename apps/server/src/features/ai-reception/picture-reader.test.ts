import type { CustomerId } from '@ruwu/contract'
import { type ScriptedModel, startScriptedModel } from '@ruwu/testkit'
import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { message } from '../../db/schema/index.ts'
import { createEngine } from '../../engine/index.ts'
import { aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { PNG } from '../../testing/material-world.ts'
import { PICTURE_BYTES_MAX, PICTURES_MAX } from './picture-reader.ts'

const SAYS = '{"action":"answer","text":"看到了，请问想了解什么？","ask":null,"reason":null}'
const TOO_LARGE = Buffer.concat([PNG, Buffer.alloc(PICTURE_BYTES_MAX)])
const TEXT = Buffer.from('no picture at all')

async function modelThat(...steps: Parameters<typeof startScriptedModel>): Promise<ScriptedModel> {
  const model = await startScriptedModel(...steps)
  onTestFinished(() => model.close())
  return model
}

/** An account whose AI is the operator's model, or our own engine where there is none. */
async function pictureWorld({ model, config = {} }: { model?: ScriptedModel; config?: object } = {}) {
  const env: Record<string, string> = model ? { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'scripted' } : {}
  const here = await aiWorld({ env, config })
  const { db, clock, platform, account, address, lin } = here
  const engine = createEngine(here.reception.ai.modelCaller)
  here.engine.script = (input) => engine.decide(input)

  /** The customer sends a picture; it lies in our storage by now, or is still being fetched. */
  const send = async (file: Buffer | 'on its way') => {
    const media = { via: 'url' as const, url: 'https://douyin.example/a.png' }
    await platform.tell({ ...platform.text(account, '小满', ''), content: { type: 'image', media } })
    await platform.settle()
    if (file === 'on its way') return
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(file)]), 'a.png')
    const headers = { authorization: `Bearer ${lin.token}` }
    const response = await fetch(`http://${address}/api/attachment/upload`, { method: 'POST', body, headers })
    const { path } = (await response.json()) as { path: string }
    const { id, lastSeq } = await here.rowOf('小满')
    await db.sql
      .update(message)
      .set({ content: { type: 'image', text: path } })
      .where(and(eq(message.topicId, id), eq(message.seq, lastSeq)))
  }
  /** What the AI has said to all of it, and what it cost once the platform has taken it. */
  const outcome = async () => {
    clock.advance(MERGE_MS)
    await here.answer()
    await here.deliver()
    const id: CustomerId = (await here.rowOf('小满')).id
    const [run] = await here.runsOf(id)
    return { generator: run?.generator, points: run?.points, hasImage: run?.hasImage }
  }
  return { ...here, send, outcome }
}

/** The addresses of the pictures in the model's n-th request. */
const seenIn = (model: ScriptedModel, no = 0): string[] =>
  (model.requests[no]?.body.messages ?? [])
    .flatMap(({ content }) => (Array.isArray(content) ? (content as { image_url?: { url: string } }[]) : []))
    .flatMap(({ image_url }) => image_url?.url ?? [])

const PNG_URL = `data:image/png;base64,${PNG.toString('base64')}`

test('a model sees the customer’s picture, and the answer costs one more', async () => {
  const model = await modelThat({ say: SAYS })
  const { write, send, outcome } = await pictureWorld({ model })
  await write('小满', '你好')
  await send(PNG)

  expect(await outcome()).toEqual({ generator: 'model', points: 2, hasImage: true })
  expect(seenIn(model)).toEqual([PNG_URL])
})

test('a picture alone is enough for a model', async () => {
  const model = await modelThat({ say: SAYS })
  const { send, outcome } = await pictureWorld({ model })
  await send(PNG)

  expect(await outcome()).toEqual({ generator: 'model', points: 2, hasImage: true })
})

test('the newest pictures are shown, and not too many', async () => {
  const model = await modelThat({ say: SAYS })
  const { send, outcome } = await pictureWorld({ model })
  for (let no = 0; no <= PICTURES_MAX; no += 1) await send(Buffer.concat([PNG, Buffer.from([no])]))

  await outcome()

  expect(seenIn(model).map((url) => Buffer.from(url.split(',')[1] ?? '', 'base64').at(-1))).toEqual([1, 2, 3, 4])
})

test('with 图片理解 switched off nothing is shown and nothing more is charged', async () => {
  const model = await modelThat({ say: SAYS })
  const { write, send, outcome } = await pictureWorld({ model, config: { advanced: { readsImages: false } } })
  await send(PNG)
  await write('小满', '你好')

  expect(await outcome()).toEqual({ generator: 'model', points: 1, hasImage: false })
  expect(seenIn(model)).toEqual([])
})

test.each([
  ['too large', TOO_LARGE],
  ['no picture', TEXT],
  ['not here yet', 'on its way'],
] as const)('what is %s is only mentioned', async (_what, file) => {
  const model = await modelThat({ say: SAYS })
  const { write, send, outcome } = await pictureWorld({ model })
  await send(file)
  await write('小满', '你好')

  expect(await outcome()).toEqual({ generator: 'model', points: 1, hasImage: false })
  expect(seenIn(model)).toEqual([])
  expect(JSON.stringify(model.requests[0]?.body.messages)).toContain('[图片]')
})

test('a model that refuses pictures is asked once more without them, for the price of an answer', async () => {
  const model = await modelThat({ status: 400 }, { say: SAYS })
  const { write, send, outcome } = await pictureWorld({ model })
  await send(PNG)
  await write('小满', '你好')

  expect(await outcome()).toEqual({ generator: 'model', points: 1, hasImage: false })
  expect([seenIn(model, 0).length, seenIn(model, 1).length, model.requests.length]).toEqual([1, 0, 2])
})

test('a model that saw the picture and failed has not answered: our own engine has, and nothing more is charged', async () => {
  const model = await modelThat({ say: 'no JSON' })
  const { write, send, outcome } = await pictureWorld({ model })
  await send(PNG)
  await write('小满', '你好')

  expect(await outcome()).toEqual({ generator: 'builtin', points: 1, hasImage: false })
})

test('our own engine sees nothing and charges for nothing', async () => {
  const { send, outcome } = await pictureWorld()
  await send(PNG)

  expect(await outcome()).toEqual({ generator: 'builtin', points: 1, hasImage: false })
})
