import type { KeyValueStorage } from '../../browser/storage.ts'

const SEARCHES_KEPT = 10

const keyOf = (agentId: string) => `ruwu.searches.${agentId}`

/** The agent's last searches, newest first; empty when the stored value is invalid. */
export function recallSearches(memory: KeyValueStorage, agentId: string): string[] {
  try {
    const kept: unknown = JSON.parse(memory.get(keyOf(agentId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((it): it is string => typeof it === 'string').slice(0, SEARCHES_KEPT) : []
  } catch {
    return []
  }
}

/** A repeated keyword moves to the front. */
export function rememberSearch(memory: KeyValueStorage, agentId: string, keyword: string) {
  const trimmed = keyword.trim()
  if (!trimmed) return
  const others = recallSearches(memory, agentId).filter((it) => it !== trimmed)
  memory.set(keyOf(agentId), JSON.stringify([trimmed, ...others].slice(0, SEARCHES_KEPT)))
}

export const forgetSearches = (memory: KeyValueStorage, agentId: string) => memory.remove(keyOf(agentId))
