import { cardRuleApi, type CardRule, type RelationId } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { useSaveRule } from './card-rule.mutations.ts'
import { checkDraft, copyOf, draftOf, isSameDraft, newDraft, type RuleDraft } from './rule-draft.ts'

export const fieldId = (path: string) => `rule-${path}`

type RuleFormOptions = {
  relationId: RelationId
  /** Undefined when creating. */
  rule: CardRule | undefined
  /** The rule a new one is copied from. */
  origin: CardRule | undefined
  onClose: () => void
}

export function useRuleForm({ relationId, rule, origin, onClose }: RuleFormOptions) {
  const save = useSaveRule(relationId)
  return useDraftForm<CardRule, RuleDraft>({
    kept: rule,
    draftOf,
    blank: newDraft(),
    ...(origin ? { begin: copyOf(origin) } : {}),
    isSame: isSameDraft,
    check: checkDraft,
    save: (draft, base) => save.mutateAsync({ base, draft }),
    isSaving: save.isPending,
    readLatest: async ({ id }) => (await call(cardRuleApi.list, { body: { relationId } })).find((it) => it.id === id),
    fieldId,
    onClose,
  })
}

export type FieldsProps = {
  draft: RuleDraft
  errors: Record<string, string>
  onChange: (part: Partial<RuleDraft>) => void
}
