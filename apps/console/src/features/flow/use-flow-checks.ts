import { type FlowProblem, type Source, SOURCES, type WordRules } from '@ruwu/contract'
import { bannedWords, type FlowReferences, ownWordMatcher, validateFlow, type WordMatcher } from '@ruwu/domain'
import { useMemo } from 'react'
import { useAgents } from '../agent/index.ts'
import { useWordRules } from '../banned-word/index.ts'
import { useCustomerFields } from '../customer-setting/index.ts'
import { useMaterialChoices } from '../material/index.ts'
import { useTags } from '../tag/index.ts'
import type { FlowNames } from './graph/node-text.ts'
import type { FlowEditor } from './use-flow-draft.ts'

type Named = { id: string; name: string }

const nameIn = (items: readonly Named[] | undefined) => {
  const names = new Map(items?.map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id)
}

/** What is not loaded counts as known: the server checks it again when the flow is published. */
const isIn = (items: readonly { id: string }[] | undefined) => {
  const ids = items && new Set(items.map(({ id }) => id))
  return (id: string) => ids?.has(id) ?? true
}

/** Names of what a flow refers to, and whether it exists. */
export function useFlowReferences(): { names: FlowNames; references: FlowReferences } {
  const { data: cards } = useMaterialChoices()
  const { data: tags } = useTags()
  const { data: fields } = useCustomerFields()
  const { data: agents } = useAgents()
  return useMemo(
    () => ({
      names: { card: nameIn(cards), tag: nameIn(tags), field: nameIn(fields) },
      references: {
        // The list of cards is cut at a limit, so that a missing one proves nothing.
        hasCard: () => true,
        hasTag: isIn(tags),
        hasField: isIn(fields),
        hasAgent: isIn(agents?.filter(({ enabled }) => enabled)),
        // Accounts out of the agent's scope are not listed.
        hasAccount: () => true,
      },
    }),
    [cards, tags, fields, agents],
  )
}

/** Own 违禁词, compiled once. */
function matchersOf(rules: WordRules): (source: Source) => WordMatcher {
  const matchers = new Map(SOURCES.map((source) => [source, ownWordMatcher(rules, source)]))
  return (source) => matchers.get(source) ?? bannedWords(source)
}

/** The checks of 发布 on the draft as it is on the screen, errors first. */
export function useFlowProblems({ draft, problems }: FlowEditor, references: FlowReferences): FlowProblem[] {
  const { graph } = draft
  const { data: rules } = useWordRules(true)
  const words = useMemo(() => rules && matchersOf(rules), [rules])
  return useMemo(() => {
    const limits = Object.entries(problems).map(([path, msg]): FlowProblem => {
      const index = /^graph\.nodes\.(\d+)\./.exec(path)?.[1]
      return { nodeId: graph.nodes[Number(index)]?.id ?? null, level: 'error', msg }
    })
    const all = [...limits, ...validateFlow(graph, references, words)]
    return [...all.filter(({ level }) => level === 'error'), ...all.filter(({ level }) => level === 'warn')]
    // `problems` is a new object on every render; its content depends on the draft alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft, references, words])
}
