import type { AiDraft } from '@ruwu/contract'
import { DOUBTFUL_WECHAT } from '../ai-labels.ts'

const CONTACTS: readonly string[] = ['phone', 'wechat']

type Known = Readonly<Record<string, string>>

/** Either way to reach somebody is a lead, whichever was asked for. */
function isKnown({ goal }: AiDraft, key: string, known: Known): boolean {
  if (goal.main === 'lead' && CONTACTS.includes(key)) return CONTACTS.some((contact) => Boolean(known[contact]))
  return Boolean(known[key])
}

/** The field to ask for next: those that must be asked before the others, none more often than allowed, none that is known. */
export function nextField(draft: AiDraft, known: Known, asked: Readonly<Record<string, number>>): string | undefined {
  const { fields, askMax, main } = draft.goal
  const isOpen = ({ key }: { key: string }) => !isKnown(draft, key, known) && (asked[key] ?? 0) < askMax
  const must = fields.find((field) => field.isMust && isOpen(field))
  // Who is to be answered rather than won is asked for nothing that is not needed.
  return must?.key ?? (main === 'answer' ? undefined : fields.find(isOpen)?.key)
}

/** Letters that may be a contact are asked about before anything else, once, and while there is no other contact. */
export const isDoubtOpen = (known: Known, asked: Readonly<Record<string, number>>): boolean =>
  !CONTACTS.some((contact) => Boolean(known[contact])) && !asked[DOUBTFUL_WECHAT]

/** Everything that must be asked is known; where nothing must be, a way to reach the customer. */
export function isGoalReached(draft: AiDraft, known: Known): boolean {
  const must = draft.goal.fields.filter(({ isMust }) => isMust)
  if (must.length > 0) return must.every(({ key }) => isKnown(draft, key, known))
  return draft.goal.fields.some(({ key }) => CONTACTS.includes(key) && isKnown(draft, key, known))
}
