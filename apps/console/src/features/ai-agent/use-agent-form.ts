import { aiAgentApi, type AiAgentDetail, type AiDraft, type RelationId } from '@ruwu/contract'
import type { DraftNames } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/leave-form.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { useCustomerFields } from '../customer-setting/index.ts'
import { useMaterialChoices } from '../material/index.ts'
import { useTags } from '../tag/index.ts'
import {
  changesBetween,
  checkDraft,
  draftErrorsOf,
  isSameDraft,
  partOf,
  rebased,
  withoutBlanks,
  type DraftErrors,
  type DraftPart,
} from './agent-draft.ts'
import type { AgentTab } from './agent-url.ts'
import { useSaveDraft } from './ai-agent.mutations.ts'
import { aiAgentKeys } from './ai-agent.queries.ts'
import { texts } from './texts.ts'

export const fieldId = (path: string) => `ai-${path}`

export type AgentForm = ReturnType<typeof useAgentForm>

/**
 * The form of one AI agent. Saves against the version it loaded (optimistic locking), so a colleague's change is never
 * overwritten unseen.
 */
export function useAgentForm(agent: AiAgentDetail, tab: AgentTab, openTab: (tab: AgentTab) => void) {
  const [base, setBase] = useState(agent)
  const [draft, setDraft] = useState(agent.draft)
  const [errors, setErrors] = useState<DraftErrors>({})
  const save = useSaveDraft()
  const cache = useQueryClient()
  const names = useDraftNames(agent.relationId)
  const isDirty = !isSameDraft(base.draft, draft)

  const restart = (from: AiAgentDetail, draft = from.draft) => {
    setBase(from)
    setDraft(draft)
    setErrors({})
  }
  // Without local changes the form follows saved changes of colleagues. Publishing alone does not change the draft.
  if (agent.version > base.version) {
    if (!isDirty) restart(agent)
    else if (isSameDraft(agent.draft, base.draft)) setBase(agent)
  }

  const change = <P extends DraftPart>(part: P, fields: Partial<AiDraft[P]>) => {
    setDraft((old) => ({ ...old, [part]: { ...old[part], ...fields } }))
    setErrors({})
  }

  /** The saved agent; undefined when something was not saved. */
  async function submit(): Promise<AiAgentDetail | undefined> {
    if (save.isPending) return undefined
    if (!isDirty) return base
    const written = withoutBlanks(draft)
    setDraft(written)
    if (refuseFields(checkDraft(written))) return undefined
    try {
      const saved = await save.mutateAsync({ relationId: base.relationId, draft: written, version: base.version })
      restart(saved)
      toast.success(formTexts.saved)
      return saved
    } catch (error) {
      await refuse(error)
      return undefined
    }
  }

  function refuseFields(bad: DraftErrors): boolean {
    setErrors(bad)
    const [first] = Object.keys(bad)
    const part = first && partOf(first)
    if (part && part !== tab) openTab(part)
    return first !== undefined
  }

  async function refuse(error: unknown) {
    if (refuseFields(draftErrorsOf(fieldErrorsOf(error)))) return undefined
    if (!isStale(error)) return showError(error)
    if (!(await askLatest(error))) return undefined
    try {
      const latest = await call(aiAgentApi.detail, { query: { relationId: base.relationId } })
      cache.setQueryData(aiAgentKeys.detail(base.relationId), latest)
      restart(latest, rebased(base.draft, draft, latest.draft))
      return toast.warning(texts.keptTyped)
    } catch (error) {
      return showError(error)
    }
  }

  // Focuses the first invalid field after its tab and message have rendered.
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first && partOf(first) === tab) elementAt(first)?.focus()
  }, [errors, tab])

  return {
    draft,
    errors,
    isDirty,
    changes: isDirty ? changesBetween(base.draft, draft, names) : [],
    isSaving: save.isPending,
    change,
    submit,
    reset: () => restart(base),
  }
}

/** The control of a field; a nested path without a control of its own maps to its parent's. */
function elementAt(path: string): HTMLElement | null {
  const steps = path.split('.')
  while (steps.length > 0) {
    const element = document.getElementById(fieldId(steps.join('.')))
    if (element) return element
    steps.pop()
  }
  return null
}

const namesOf = (items: readonly { id: string; name: string }[] = []) =>
  Object.fromEntries(items.map(({ id, name }) => [id, name]))

/** Labels for the ids used in a draft. */
export function useDraftNames(relationId: RelationId): Required<DraftNames> {
  const { data: fields } = useCustomerFields()
  const { data: cards } = useMaterialChoices(relationId)
  const { data: tags } = useTags()
  return { fields: namesOf(fields), materials: namesOf(cards), tags: namesOf(tags) }
}
