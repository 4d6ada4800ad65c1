import { AgentFields, type AgentDetail, RECEPTION_LIMIT, type RoleId } from '@ruwu/contract'
import { requiredText } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import { texts } from './texts.ts'

export type AgentDraft = Omit<AgentFields, 'roleId' | 'limit'> & {
  /** Empty until chosen. */
  roleId: RoleId | ''
  /** Null while the box is empty. */
  limit: number | null
}

export const BLANK: AgentDraft = {
  name: '',
  telephone: '',
  avatar: '',
  roleId: '',
  accountScope: null,
  limit: RECEPTION_LIMIT.default,
}

export const draftOf = ({ name, telephone, avatar, roleId, accountScope, limit }: AgentDetail): AgentDraft => ({
  name,
  telephone,
  avatar,
  roleId,
  accountScope,
  limit,
})

export function checkDraft(draft: AgentDraft): Record<string, string> {
  const problems = problemsOf(AgentFields.safeParse(draft))
  if (problems.roleId) problems.roleId = requiredText(texts.role, 'select')
  return problems
}

/** The fields that differ, as they are sent: a colleague's concurrent change of another field stays. */
export function changedFields(draft: AgentDraft, base: AgentDraft): Partial<AgentFields> {
  const after = AgentFields.parse(draft)
  const names = Object.keys(after) as (keyof AgentFields)[]
  return Object.fromEntries(
    names.filter((name) => !isSameValue(after[name], base[name])).map((name) => [name, after[name]]),
  )
}

export const isSameDraft = (one: AgentDraft, other: AgentDraft): boolean =>
  (Object.keys(one) as (keyof AgentDraft)[]).every((name) => isSameValue(one[name], other[name]))

const isSameValue = (one: unknown, other: unknown) => keyOf(one) === keyOf(other)

const sorted = (ids: string[]) => ids.toSorted()

/** The order of accounts says nothing. */
const keyOf = (value: unknown) =>
  JSON.stringify(typeof value === 'string' ? value.trim() : Array.isArray(value) ? sorted(value) : value)
