import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany, generateText } from 'ai'
import { publicFetch } from '../../platform/http/public-fetch.ts'
import type { ModelAccess } from './models.ts'

const SHORT_ANSWER_TOKENS = 16

export const providerOf = ({ baseUrl, key, isPublicOnly }: ModelAccess) =>
  createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl.replace(/\/+$/, ''),
    ...(key ? { apiKey: key } : {}),
    includeUsage: true,
    fetch: publicFetch(isPublicOnly),
  })

/** One short prompt without system instructions or tools. `isCut`: the answer ended at the limit of tokens. */
export async function askModel(
  access: ModelAccess,
  prompt: string,
  { tokens = SHORT_ANSWER_TOKENS, signal }: { tokens?: number; signal?: AbortSignal | undefined } = {},
): Promise<{ text: string; isCut: boolean }> {
  const limit = AbortSignal.timeout(access.timeoutMs)
  const { text, finishReason } = await generateText({
    model: providerOf(access)(access.model),
    prompt,
    maxOutputTokens: tokens,
    maxRetries: 0,
    abortSignal: signal ? AbortSignal.any([limit, signal]) : limit,
  })
  return { text, isCut: finishReason === 'length' }
}

/** Embeddings of the texts, by the model that `access` names. */
export async function embedTexts(access: ModelAccess, values: string[]): Promise<number[][]> {
  const { embeddings } = await embedMany({
    model: providerOf(access).embeddingModel(access.model),
    values,
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(access.timeoutMs),
  })
  return embeddings
}
