import type { AgentId } from '@ruwu/contract'
import type { ListView } from '@ruwu/domain'
import { useMemo, useSyncExternalStore } from 'react'
import { browserStorage } from '../../../../browser/storage.ts'
import { keptViews, readViews, removeView, saveView } from './saved-views.ts'

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab may save one as well.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const tell = () => {
  for (const listener of listeners) listener()
}

/** The saved views of an agent in this browser. */
export function useSavedViews(agentId: AgentId) {
  const kept = useSyncExternalStore(subscribe, () => keptViews(browserStorage, agentId))
  const views = useMemo(() => readViews(kept), [kept])
  return {
    views,
    save: (name: string, view: ListView) => {
      saveView(browserStorage, agentId, name, view)
      tell()
    },
    remove: (name: string) => {
      removeView(browserStorage, agentId, name)
      tell()
    },
  }
}
