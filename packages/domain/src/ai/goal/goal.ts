import type { AiDraft } from '@ruwu/contract'
import { AMBIGUOUS_WECHAT } from '../ai-labels.ts'
import { CONTACT_KEYS, type ContactRequest, mayAskContact } from './contact-request.ts'

type Known = Readonly<Record<string, string>>

/** Phone or WeChat: either satisfies the other. */
function isKnown({ goal }: AiDraft, key: string, known: Known): boolean {
  if (goal.main === 'lead' && CONTACT_KEYS.includes(key)) return CONTACT_KEYS.some((contact) => Boolean(known[contact]))
  return Boolean(known[key])
}

/**
 * The next field to ask for: required ones first, unknown ones only, each at most the allowed number of times. Nothing in a turn in which the
 * contact was asked for already.
 */
export function nextField(
  draft: AiDraft,
  known: Known,
  asked: Readonly<Record<string, number>>,
  request?: ContactRequest,
): string | undefined {
  if (request?.isThisTurn) return undefined
  const { fields, askMax, main } = draft.goal
  const mayAsk = (key: string) => !CONTACT_KEYS.includes(key) || mayAskContact(draft, request)
  const isOpen = ({ key }: { key: string }) => !isKnown(draft, key, known) && (asked[key] ?? 0) < askMax && mayAsk(key)
  const must = fields.find((field) => field.isMust && isOpen(field))
  // Goal 答疑 asks for required fields only.
  return must?.key ?? (main === 'answer' ? undefined : fields.find(isOpen)?.key)
}

/** An ambiguous WeChat id is asked about first, once, and only without another contact. */
export const asksAboutAmbiguousWechat = (known: Known, asked: Readonly<Record<string, number>>): boolean =>
  !CONTACT_KEYS.some((contact) => Boolean(known[contact])) && !asked[AMBIGUOUS_WECHAT]

/** All required fields are known; without required fields, a contact is. */
export function isGoalReached(draft: AiDraft, known: Known): boolean {
  const must = draft.goal.fields.filter(({ isMust }) => isMust)
  if (must.length > 0) return must.every(({ key }) => isKnown(draft, key, known))
  return draft.goal.fields.some(({ key }) => CONTACT_KEYS.includes(key) && isKnown(draft, key, known))
}
