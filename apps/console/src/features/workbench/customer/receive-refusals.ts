import { AgentId, ERRORS } from '@ruwu/contract'
import { ResultError } from '../../../api/errors.ts'

/** The colleague who received the customer first; undefined for another refusal. */
export function takenBy(error: unknown): { agentId: AgentId; name: string } | undefined {
  if (!(error instanceof ResultError) || error.code !== ERRORS.taken.code) return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('agentId' in data) || !('agentName' in data)) return undefined
  const agentId = AgentId.safeParse(data.agentId)
  return agentId.success && typeof data.agentName === 'string'
    ? { agentId: agentId.data, name: data.agentName }
    : undefined
}

/** The agent's customer limit is reached; the server accepts a confirmed repetition. */
export const isLimitReached = (error: unknown): error is ResultError =>
  error instanceof ResultError &&
  error.code === ERRORS.refused.code &&
  typeof error.data === 'object' &&
  error.data !== null &&
  'confirm' in error.data &&
  error.data.confirm === true
