import { type AgentId, VIEWS_MAX } from '@ruwu/contract'
import { filterFromQuery, filterToQuery, type ListView } from '@ruwu/domain'
import { createEvent } from '@ruwu/ui/store.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { type KeyValueStorage, browserStorage } from '../../../../browser/storage.ts'

export const VIEW_NAME_MAX = 12

/** A saved filter, stored as its query string. */
export type SavedView = { name: string; query: string }

const keyOf = (agentId: string) => `ruwu.customerViews.${agentId}`

/** Stored per agent. */
export const keptViews = (memory: KeyValueStorage, agentId: string) => memory.get(keyOf(agentId))

/** An invalid value counts as empty. */
export function readViews(kept: string | null): SavedView[] {
  try {
    const views: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(views) ? views.filter(isSavedView) : []
  } catch {
    return []
  }
}

const isSavedView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string'

/** A view of the same name is replaced in place; the number is limited. */
export function saveView(memory: KeyValueStorage, agentId: string, name: string, view: ListView) {
  const saved = { name, query: filterToQuery(view).toString() }
  change(memory, agentId, (views) =>
    views.some((it) => it.name === name)
      ? views.map((it) => (it.name === name ? saved : it))
      : [...views, saved].slice(0, VIEWS_MAX),
  )
}

export const renameView = (memory: KeyValueStorage, agentId: string, from: string, to: string) =>
  change(memory, agentId, (views) => views.map((it) => (it.name === from ? { ...it, name: to } : it)))

/** One place to the left or right; at the edge it stays. */
export const moveView = (memory: KeyValueStorage, agentId: string, name: string, by: 1 | -1) =>
  change(memory, agentId, (views) => {
    const at = views.findIndex((it) => it.name === name)
    const other = views[at + by]
    const moved = views[at]
    return moved && other ? views.with(at, other).with(at + by, moved) : views
  })

export const removeView = (memory: KeyValueStorage, agentId: string, name: string) =>
  change(memory, agentId, (views) => views.filter((it) => it.name !== name))

function change(memory: KeyValueStorage, agentId: string, how: (views: SavedView[]) => SavedView[]) {
  memory.set(keyOf(agentId), JSON.stringify(how(readViews(keptViews(memory, agentId)))))
}

export const viewOfSaved = ({ query }: SavedView): ListView => filterFromQuery(new URLSearchParams(query))

/** Whether a saved view is the current one. */
export const isShown = ({ query }: SavedView, view: ListView) => query === filterToQuery(view).toString()

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
  const told =
    <Args extends unknown[]>(how: (memory: KeyValueStorage, agentId: string, ...args: Args) => void) =>
    (...args: Args) => {
      how(browserStorage, agentId, ...args)
      changed.emit()
    }
  return {
    views,
    save: told(saveView),
    rename: told(renameView),
    move: told(moveView),
    remove: told(removeView),
  }
}
