import { type QuickReply, type QuickReplyGroupId, quickReplyApi, type Source } from '@ruwu/contract'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { useWordRules } from '../banned-word/index.ts'
import { useSaveReply } from './quick-reply.mutations.ts'
import { checkDraft, draftOf, isSameDraft, newDraft, type ReplyDraft } from './reply-draft.ts'

export const fieldId = (name: string) => `reply-${name}`

type ReplyFormOptions = {
  /** Undefined when creating. */
  reply: QuickReply | undefined
  /** The group of a new reply; null: the own library's first one, which is made with it. */
  groupId: QuickReplyGroupId | null
  onClose: () => void
}

export function useReplyForm({ reply, groupId, onClose }: ReplyFormOptions) {
  const save = useSaveReply()
  return useDraftForm<QuickReply, ReplyDraft>({
    kept: reply,
    draftOf,
    blank: newDraft(groupId),
    isSame: isSameDraft,
    check: checkDraft,
    save: (draft, base) => save.mutateAsync({ base, draft }),
    isSaving: save.isPending,
    readLatest: async ({ id }) => {
      const { entGroups, agentGroups } = await call(quickReplyApi.groupReplies)
      return [...entGroups, ...agentGroups].flatMap(({ replies }) => replies).find((each) => each.id === id)
    },
    fieldId,
    onClose,
  })
}

/** Debounce after the last key. */
const PAUSE_MS = 300
const NONE: readonly string[] = []

// A large word list, loaded on first typing.
const loadCheck = () => import('./saved-check.ts')

/** What the platforms may object to, by the server's own rule. */
export function useWarnings(text: string, sources: readonly Source[]): readonly string[] {
  const [found, setFound] = useState({ text: '', warnings: NONE })
  const { data: words, isPending } = useWordRules(text.trim() !== '')
  useEffect(() => {
    if (isPending || text.trim() === '') return undefined
    let isOld = false
    const timer = setTimeout(() => {
      loadCheck().then(
        ({ warningsOf }) => isOld || setFound({ text, warnings: warningsOf(text, sources, words) }),
        // Without the list the server still checks.
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [text, sources, words, isPending])
  return found.text === text ? found.warnings : NONE
}
