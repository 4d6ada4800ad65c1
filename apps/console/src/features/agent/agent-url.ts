import { AgentId } from '@ruwu/contract'
import { useUrlQuery } from '../../list/use-url-query.ts'

/** Takes the place of an id in the URL while an agent is created. */
export const NEW_AGENT = 'new'

/** The agent whose form is open, kept in the URL. */
export function useAgentUrl() {
  const [query, change] = useUrlQuery()
  const put = (id: AgentId | typeof NEW_AGENT | undefined, options?: { replace: boolean }) =>
    change((old) => {
      if (id) old.set('agent', id)
      else old.delete('agent')
      return old
    }, options)
  const asked = query.get('agent')
  return {
    openId: AgentId.safeParse(asked).data,
    isNew: asked === NEW_AGENT,
    open: (id: AgentId | typeof NEW_AGENT) => put(id),
    close: () => put(undefined, { replace: true }),
  }
}
