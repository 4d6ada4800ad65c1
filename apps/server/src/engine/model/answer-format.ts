import { parsePartialJson } from 'ai'
import { z } from 'zod'

/** The JSON object a model must answer with. */
const ModelAnswer = z.object({
  action: z.enum(['answer', 'hand_over', 'silent']),
  text: z.string().max(4000).default(''),
  /** Key of the field the text asks for. */
  ask: z.string().max(100).nullish(),
  reason: z.string().max(500).nullish(),
})
export type ModelAnswer = z.infer<typeof ModelAnswer>

/** Undefined when the text holds no valid object. */
export const readModelAnswer = (text: string): ModelAnswer | undefined => ModelAnswer.safeParse(jsonIn(text)).data

/** The JSON object in a text; text around it and a code fence are ignored. */
export function jsonIn(text: string): unknown {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start < 0 || end <= start) return undefined
  try {
    return JSON.parse(text.slice(start, end + 1))
  } catch {
    return undefined
  }
}

const PartialAnswer = z.object({ text: z.string() })

/** The `text` field of an answer that is still streaming. */
export async function partialAnswerText(text: string): Promise<string> {
  const start = text.indexOf('{')
  if (start < 0) return ''
  const { value } = await parsePartialJson(text.slice(start))
  const partial = PartialAnswer.safeParse(value)
  return partial.success ? partial.data.text : ''
}
