import { type AgentId, customerApi, type CustomerId } from '@ruwu/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { showError } from '../../../../api/show-error.ts'
import { changeDraft, draftStore } from './draft-store.ts'
import { type Draft, withNoteBack } from './draft.ts'

type NewNote = { customerId: CustomerId; text: string; mentionIds: AgentId[]; from: Pick<Draft, 'note' | 'mentions'> }

/** Saves an internal note. The thread receives it by event; the box is cleared at once. */
export const useSaveNote = () =>
  useMutation({
    mutationFn: ({ customerId, text, mentionIds }: NewNote) =>
      call(customerApi.createNote, { body: { customerId, text, mentionIds } }),
    onMutate: ({ customerId }) => changeDraft(customerId, { note: '', mentions: [] }),
    onError: (error, { customerId, from }) => {
      draftStore.change(customerId, (draft) => withNoteBack(draft, from))
      showError(error)
    },
  })
