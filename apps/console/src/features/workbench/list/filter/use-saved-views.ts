import type { AgentId } from '@ruwu/contract'
import type { ListView } from '@ruwu/domain'
import { createEvent } from '@ruwu/ui/store.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { browserStorage } from '../../../../browser/storage.ts'
import { keptViews, readViews, removeView, saveView } from './saved-views.ts'

const changed = createEvent()

const subscribe = (listener: () => void) => {
  const remove = changed.on(listener)
  // Another tab may save one as well.
  window.addEventListener('storage', listener)
  return () => {
    remove()
    window.removeEventListener('storage', listener)
  }
}

/** The saved views of an agent in this browser. */
export function useSavedViews(agentId: AgentId) {
  const kept = useSyncExternalStore(subscribe, () => keptViews(browserStorage, agentId))
  const views = useMemo(() => readViews(kept), [kept])
  return {
    views,
    save: (name: string, view: ListView) => {
      saveView(browserStorage, agentId, name, view)
      changed.emit()
    },
    remove: (name: string) => {
      removeView(browserStorage, agentId, name)
      changed.emit()
    },
  }
}
