import { isStepCount, type ModelMessage, streamText } from 'ai'
import type { Situation } from '../situation.ts'
import { type ModelAnswer, readModelAnswer, partialAnswerText } from './answer-format.ts'
import { providerOf } from './ask-model.ts'
import { ANSWER_TEXT, ModelProblem, toProblem } from './model-problem.ts'
import type { ModelAccess } from './models.ts'
import { instructionsOf } from './prompt.ts'
import { type ToolEffects, toolsFor } from './tools.ts'

const TOOL_ROUNDS_MAX = 3
const OUTPUT_TOKENS_MAX = 1_000
/** The stream is aborted beyond this, whatever the provider makes of OUTPUT_TOKENS_MAX. */
const OUTPUT_CHARS_MAX = 4_000

export type ModelReply = { answer: ModelAnswer; text: string }
type Tokens = { tokensIn: number; tokensOut: number }

export type ModelRequest = { messages: ModelMessage[]; effects: ToolEffects; tokens: Tokens; signal: AbortSignal }

/** Asks the model once. Throws a ModelProblem for the model's failures; the abort reason and our own errors as they are. */
export async function callModel(access: ModelAccess, situation: Situation, request: ModelRequest): Promise<ModelReply> {
  const reply = startReply(access, situation, request)
  let text: string
  try {
    text = await readReply(reply, situation, request)
  } catch (error) {
    situation.input.signal.throwIfAborted()
    throw request.effects.ownError ? request.effects.ownError.error : toProblem(error)
  }
  const answer = readModelAnswer(text)
  if (!answer) throw new ModelProblem(ANSWER_TEXT)
  return { answer, text }
}

function startReply(access: ModelAccess, situation: Situation, { messages, effects, signal }: ModelRequest) {
  const stop = new AbortController()
  const { stream } = streamText({
    model: providerOf(access)(access.model),
    instructions: instructionsOf(situation),
    messages,
    tools: toolsFor(situation, effects),
    stopWhen: isStepCount(TOOL_ROUNDS_MAX + 1),
    maxOutputTokens: OUTPUT_TOKENS_MAX,
    temperature: 0.2,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, stop.signal]),
    onError: () => {},
  })
  return { stream, stop }
}

/** The text of the last step: what the model wrote after its last tool call. */
async function readReply(
  { stream, stop }: ReturnType<typeof startReply>,
  situation: Situation,
  { effects, tokens, signal }: ModelRequest,
): Promise<string> {
  let text = ''
  for await (const part of stream) {
    if (effects.ownError) {
      stop.abort()
      throw effects.ownError.error
    }
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw signal.reason
    if (part.type === 'start-step') text = ''
    if (part.type === 'finish') {
      tokens.tokensIn += part.totalUsage.inputTokens ?? 0
      tokens.tokensOut += part.totalUsage.outputTokens ?? 0
    }
    if (part.type !== 'text-delta') continue
    text += part.text
    if (text.length > OUTPUT_CHARS_MAX) {
      stop.abort()
      throw new ModelProblem(ANSWER_TEXT)
    }
    await reportPartialText(situation, text, effects)
  }
  return text
}

async function reportPartialText({ input }: Situation, text: string, effects: ToolEffects): Promise<void> {
  if (!input.onText) return
  const answerText = await partialAnswerText(text)
  if (answerText === '') return
  try {
    input.onText(answerText)
  } catch (error) {
    effects.ownError ??= { error }
    throw error
  }
}
