import { parsePartialJson } from 'ai'
import { z } from 'zod'

/** What a model answers with. What is done stands apart from what is said. */
const ModelAnswer = z.object({
  action: z.enum(['answer', 'hand_over', 'silent']),
  text: z.string().max(4000).default(''),
  /** The key of the field that is asked for in the text. */
  ask: z.string().max(100).nullish(),
  reason: z.string().max(500).nullish(),
})
export type ModelAnswer = z.infer<typeof ModelAnswer>

/** Undefined: it is not what was asked for. Words around the object and a fence of code are forgiven. */
export function readModelAnswer(text: string): ModelAnswer | undefined {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start < 0 || end <= start) return undefined
  try {
    const parsed = ModelAnswer.safeParse(JSON.parse(text.slice(start, end + 1)))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const PartialAnswer = z.object({ text: z.string() })

/** The words to be said, as far as they have come. */
export async function partialAnswerText(text: string): Promise<string> {
  const start = text.indexOf('{')
  if (start < 0) return ''
  const { value } = await parsePartialJson(text.slice(start))
  const said = PartialAnswer.safeParse(value)
  return said.success ? said.data.text : ''
}
