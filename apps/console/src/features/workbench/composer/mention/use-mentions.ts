import type { Agent, CustomerId } from '@ruwu/contract'
import { type KeyboardEvent, useState } from 'react'
import { useAgents, useMe } from '../../../agent/index.ts'
import { findMention, type MentionQuery } from './mention.ts'
import { useMentionable } from '../../customer/customer.queries.ts'
import { useOptionList } from '../use-option-list.ts'

type MentionOptions = {
  customerId: CustomerId
  isOn: boolean
  text: string
  caret: number
  onPick: (agent: Agent, query: MentionQuery) => void
}

const ROWS_MAX = 50

/** The mention list while an `@` query is typed in a note. */
export function useMentions({ customerId, isOn, text, caret, onPick }: MentionOptions) {
  const { data: agents = [] } = useAgents()
  const me = useMe()
  const [closedAt, setClosedAt] = useState<number>()
  const query = isOn ? findMention(text, caret) : undefined
  if (closedAt !== undefined && query?.start !== closedAt) setClosedAt(undefined)
  const { data: mentionable } = useMentionable(customerId, query !== undefined)
  /** Until `mentionable` has answered, all colleagues are enabled; the server checks visibility again on saving. */
  const sees = ({ id }: Agent) => mentionable?.includes(id) ?? true
  const matching = query ? agentsFor(agents, query.keyword, me) : []
  const found = [...matching.filter(sees), ...matching.filter((agent) => !sees(agent))].slice(0, ROWS_MAX)
  // Without a match the list stays closed.
  const isOpen = query !== undefined && query.start !== closedAt && found.length > 0
  const choice = useOptionList(found.length, `${query?.start} ${query?.keyword}`)
  const pick = (agent: Agent) => query && sees(agent) && onPick(agent, query)
  const close = () => setClosedAt(query?.start)

  return {
    isOpen,
    agents: found,
    sees,
    index: choice.index,
    setIndex: choice.setIndex,
    pick,
    close,
    /** Whether the list handled the key. */
    onKey(event: KeyboardEvent): boolean {
      if (!isOpen) return false
      const agent = found[choice.index]
      if (event.key === 'ArrowDown') choice.step(1)
      else if (event.key === 'ArrowUp') choice.step(-1)
      else if (event.key === 'Escape') close()
      else if ((event.key === 'Enter' || event.key === 'Tab') && agent) pick(agent)
      else return false
      return true
    },
  }
}

const agentsFor = (agents: readonly Agent[], keyword: string, me: Agent | undefined) => {
  const wanted = keyword.toLowerCase()
  return agents.filter((it) => it.enabled && it.id !== me?.id && it.name.toLowerCase().includes(wanted))
}
