import type { AgentId } from '@ruwu/contract'
import type { Mention } from '../draft/draft.ts'
import type { Span } from '../insert-text.ts'

type Named = { id: AgentId; name: string }

export type MentionQuery = Span & { keyword: string }

const NAME_MAX = 20

/** The `@` query before the caret; not inside an address such as a@b. */
export function findMention(text: string, caret: number): MentionQuery | undefined {
  const start = text.slice(0, caret).lastIndexOf('@')
  if (start < 0) return undefined
  const keyword = text.slice(start + 1, caret)
  if (/\s/u.test(keyword) || keyword.length > NAME_MAX) return undefined
  return /[a-z0-9]/iu.test(text.charAt(start - 1)) ? undefined : { start, end: caret, keyword }
}

/**
 * The agents mentioned in a note: every `@` followed by an agent's name, longest match first; with equal names, the
 * chosen ones.
 */
export function mentionedIn(text: string, agents: readonly Named[], chosen: readonly Mention[]): AgentId[] {
  const byLength = agents.toSorted((one, other) => other.name.length - one.name.length)
  const found = new Set<AgentId>()
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = byLength.find((it) => text.startsWith(it.name, at + 1))?.name
    const namesakes = agents.filter((it) => it.name === name)
    const isMeant = ({ id }: Named) => namesakes.length === 1 || chosen.some((it) => it.id === id)
    for (const agent of namesakes.filter(isMeant)) found.add(agent.id)
  }
  return [...found]
}
