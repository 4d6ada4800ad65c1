import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerEmbeddings, type EmbeddingStep, type Meanings } from './scripted-embeddings.ts'

/** The model's behaviour for the next request. */
export type ModelStep =
  /** Streams the text in chunks of a few characters. `before` runs first; `finish`: cut off at the limit of tokens. */
  | { say: string; finish?: 'length'; before?: () => Promise<unknown> }
  /** Calls tools and waits for their results. */
  | { calls: readonly { name: string; input: unknown }[] }
  | { status: number; body?: string }
  /** Cuts the connection after this many characters. */
  | { cutAfter: number; say: string }
  /** Never answers. */
  | { hang: true }
  /** A response that is not a model's. */
  | { raw: string }

export type ModelRequest = {
  path: string
  authorization: string | undefined
  body: {
    model: string
    messages: { role: string; content: unknown }[]
    stream?: boolean
    tools?: unknown[]
    /** Of /embeddings: the texts. */
    input?: string[]
  }
}

export type ScriptedModel = {
  baseUrl: string
  /** In order of arrival. */
  requests: ModelRequest[]
  /** Steps for the next requests; the last one repeats. */
  play(...steps: ModelStep[]): void
  /** The same for /embeddings, which succeeds by default. */
  playEmbeddings(...steps: EmbeddingStep[]): void
  /** Declares phrases as synonyms. */
  meansSame(...groups: Meanings): void
  close(): Promise<void>
}

const PIECE = 4
export const EMBEDDING_DIMENSIONS = 256
const USAGE = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 }

/** A scripted OpenAI-compatible model over real HTTP: streaming, tool calls, faults. */
export async function startScriptedModel(...script: ModelStep[]): Promise<ScriptedModel> {
  let steps: ModelStep[] = script
  let embeddingSteps: EmbeddingStep[] = [{ dimensions: EMBEDDING_DIMENSIONS }]
  const meanings: (readonly string[])[] = []
  const requests: ModelRequest[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse((await readBody(request)) || '{}') as ModelRequest['body']
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
    if (request.url?.endsWith('/embeddings')) {
      const embedding = embeddingSteps.length > 1 ? embeddingSteps.shift() : embeddingSteps[0]
      answerEmbeddings(response, embedding ?? { status: 500 }, body.input ?? [], meanings)
      return
    }
    const step = steps.length > 1 ? steps.shift() : steps[0]
    if (step && 'before' in step) await step.before?.()
    answer(response, step ?? { status: 500 }, body.stream === true)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    play(...next) {
      steps = next
    },
    playEmbeddings(...next) {
      embeddingSteps = next
    },
    meansSame(...groups) {
      meanings.push(...groups)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function answer(response: ServerResponse, step: ModelStep, isStream: boolean): void {
  if ('hang' in step) return
  if ('status' in step) {
    response.writeHead(step.status, { 'content-type': 'application/json' })
    response.end(step.body ?? JSON.stringify({ error: { message: 'scripted', type: 'scripted' } }))
    return
  }
  if ('raw' in step) {
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.end(step.raw)
    return
  }
  if (isStream) stream(response, step)
  else whole(response, step)
}

type Spoken = Extract<ModelStep, { say: string } | { calls: unknown }>

const toolCalls = (step: Spoken) =>
  'calls' in step
    ? step.calls.map(({ name, input }, index) => ({
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      }))
    : []

function whole(response: ServerResponse, step: Spoken): void {
  const content = 'say' in step ? step.say : null
  const calls = toolCalls(step)
  const finish = ('finish' in step && step.finish) || 'stop'
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'scripted',
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, message: { role: 'assistant', content, tool_calls: calls }, finish_reason: finish }],
      usage: USAGE,
    }),
  )
}

function stream(response: ServerResponse, step: Spoken): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    )
  write({ role: 'assistant' })
  if ('calls' in step) {
    for (const call of toolCalls(step)) write({ tool_calls: [call] })
    write({}, 'tool_calls')
  } else {
    const limit = 'cutAfter' in step ? step.cutAfter : step.say.length
    for (let at = 0; at < limit; at += PIECE) write({ content: step.say.slice(at, at + PIECE) })
    if ('cutAfter' in step) {
      response.destroy()
      return
    }
    write({}, 'stop')
  }
  response.write(
    `data: ${JSON.stringify({ id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [], usage: USAGE })}\n\n`,
  )
  response.end('data: [DONE]\n\n')
}
