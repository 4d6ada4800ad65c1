import { automationApi, type FollowUpCard, type FollowUpSetting } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { useSaveFollowUp } from './automation.mutations.ts'
import { checkDraft, draftOf, firstBad, isSameDraft, saveBody } from './follow-up-draft.ts'

export const fieldId = (name: string) => `follow-up-${name.replaceAll('.', '-')}`

export function useFollowUpForm(card: FollowUpCard, onClose: () => void) {
  const save = useSaveFollowUp()
  return useDraftForm<FollowUpCard, FollowUpSetting>({
    kept: card,
    draftOf,
    blank: draftOf(card),
    isSame: isSameDraft,
    check: checkDraft,
    save: (draft, base = card) => save.mutateAsync(saveBody(base, draft)),
    isSaving: save.isPending,
    readLatest: async () => (await call(automationApi.more)).followUp,
    fieldId,
    firstBad,
    onClose,
  })
}
