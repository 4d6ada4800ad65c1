import { cardRuleApi, type CardRule, type RelationId } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/ask-latest.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { useSaveRule } from './card-rule.mutations.ts'
import { checkDraft, copyOf, draftOf, isSameDraft, newDraft, type RuleDraft } from './rule-draft.ts'

export const fieldId = (path: string) => `rule-${path}`

type RuleFormOptions = {
  relationId: RelationId
  /** Undefined while a new one is made. */
  rule: CardRule | undefined
  /** What a new one is copied from. */
  origin: CardRule | undefined
  onClose: () => void
}

/** The form over one rule. It saves over the version it began with, never over a colleague's unseen. */
export function useRuleForm({ relationId, rule, origin, onClose }: RuleFormOptions) {
  const [base, setBase] = useState(rule)
  const [draft, setDraft] = useState(() => (rule ? draftOf(rule) : origin ? copyOf(origin) : newDraft()))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSaveRule(relationId)
  const isDirty = !isSameDraft(draft, base ? draftOf(base) : newDraft())

  const change = (part: Partial<RuleDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }

  async function submit() {
    if (save.isPending) return
    const bad = checkDraft(draft)
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    try {
      await save.mutateAsync({ base, draft })
      onClose()
    } catch (error) {
      await refuse(error)
    }
  }

  async function refuse(error: unknown) {
    const fields = fieldErrorsOf(error)
    if (Object.keys(fields).length > 0) return setErrors(fields)
    if (!isStale(error) || !base) return showError(error)
    if (!(await askLatest(error))) return undefined
    try {
      const latest = (await call(cardRuleApi.list, { body: { relationId } })).find((it) => it.id === base.id)
      if (!latest) return onClose()
      setBase(latest)
      return setDraft(draftOf(latest))
    } catch (error) {
      return showError(error)
    }
  }

  async function close() {
    if (!isDirty || (await confirm({ title: formTexts.leaveDirty }))) onClose()
  }

  // The first bad field gets focus once its message is drawn.
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) document.getElementById(fieldId(first))?.focus()
  }, [errors])

  return { draft, errors, isDirty, isSaving: save.isPending, change, submit, close }
}

export type FieldsProps = {
  draft: RuleDraft
  errors: Record<string, string>
  onChange: (part: Partial<RuleDraft>) => void
}
