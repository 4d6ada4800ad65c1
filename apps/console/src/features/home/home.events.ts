import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createDebouncedRefresh } from '../../realtime/debounced-refresh.ts'
import { homeKeys } from './home.queries.ts'

const LISTS = { quietMs: 2000, periodMs: 2000 }
/** Figures of the whole enterprise cost the server far more than lists of what waits. */
const FIGURES = { quietMs: 2000, periodMs: 30_000 }

const refreshers = new WeakMap<QueryClient, () => void>()

function refresherOf(cache: QueryClient): () => void {
  const known = refreshers.get(cache)
  if (known) return known
  const refresh = (areFigures: boolean) => () =>
    void cache.invalidateQueries({
      queryKey: homeKeys.all,
      predicate: ({ queryKey }) => (queryKey[1] === homeKeys.figures[1]) === areFigures,
    })
  const parts = [createDebouncedRefresh(refresh(false), LISTS), createDebouncedRefresh(refresh(true), FIGURES)]
  const made = () => parts.forEach((each) => each())
  refreshers.set(cache, made)
  return made
}

/** Events of single customers, agents, accounts and knowledge change figures of /home; other configuration does not. */
const CHANGES =
  /^(?:cus_(?!viewers$|read$)|customer_|rec_|rel_|redirect_|lead_|send_msg|message_change|agent_|channel_|knowledge_|ai_agent_|ent_points_|perms_)/

export function onHomeEvent(cache: QueryClient, { type }: ConsoleEvent) {
  if (CHANGES.test(type)) refresherOf(cache)()
}
