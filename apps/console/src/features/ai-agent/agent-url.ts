import { AI_RANGES } from '@ruwu/contract'
import { useSearchParams } from 'react-router'
import type { AiRange } from './ai-agent.queries.ts'

export const AGENT_TABS = ['role', 'goal', 'knowledge', 'script', 'handoff', 'advanced', 'version', 'effect'] as const
export type AgentTab = (typeof AGENT_TABS)[number]

type AgentUrl = {
  tab: AgentTab
  /** Narrow screens show either the configuration or the preview. */
  isPreview: boolean
  isTests: boolean
  range: AiRange
}

/** An invalid value counts as not set. */
export function readAgentUrl(search: URLSearchParams): AgentUrl {
  return {
    tab: AGENT_TABS.find((it) => it === search.get('tab')) ?? 'role',
    isPreview: search.get('view') === 'preview',
    isTests: search.get('layer') === 'tests',
    range: AI_RANGES.find((it) => it === search.get('range')) ?? AI_RANGES[0],
  }
}

/** Changing the tab drops the other parameters: filters and pages belong to their tab. */
export const searchOfTab = (tab: AgentTab) => (tab === 'role' ? '' : `?tab=${tab}`)

/** The page's state in the URL. */
export function useAgentUrl() {
  const [search, setSearch] = useSearchParams()
  const set = (key: string, value: string | undefined) =>
    setSearch((old) => {
      const next = new URLSearchParams(old)
      if (value === undefined) next.delete(key)
      else next.set(key, value)
      return next
    })
  return {
    ...readAgentUrl(search),
    openTab: (tab: AgentTab) => setSearch(searchOfTab(tab)),
    showPreview: (isShown: boolean) => set('view', isShown ? 'preview' : undefined),
    showTests: (isShown: boolean) => set('layer', isShown ? 'tests' : undefined),
    setRange: (range: AiRange) => set('range', range === AI_RANGES[0] ? undefined : range),
  }
}
