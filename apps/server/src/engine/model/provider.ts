import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { modelFetch } from './model-fetch.ts'
import type { ModelAccess } from './models.ts'

export const providerOf = ({ baseUrl, key, isPublicOnly }: ModelAccess) =>
  createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl.replace(/\/+$/, ''),
    ...(key ? { apiKey: key } : {}),
    includeUsage: true,
    fetch: modelFetch(isPublicOnly),
  })
