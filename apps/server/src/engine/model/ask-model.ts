import { embedMany, generateText } from 'ai'
import type { ModelAccess } from './models.ts'
import { providerOf } from './provider.ts'

const SHORT_ANSWER_TOKENS = 16

/** One short question without anything around it. */
export async function askModel(access: ModelAccess, prompt: string): Promise<string> {
  const { text } = await generateText({
    model: providerOf(access)(access.model),
    prompt,
    maxOutputTokens: SHORT_ANSWER_TOKENS,
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(access.timeoutMs),
  })
  return text
}

/** Texts as vectors, by the embedding model that `access` names. */
export async function embedTexts(access: ModelAccess, values: string[]): Promise<number[][]> {
  const { embeddings } = await embedMany({
    model: providerOf(access).embeddingModel(access.model),
    values,
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(access.timeoutMs),
  })
  return embeddings
}
