import { type AgentId, customerApi, type CustomerId } from '@ruwu/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { changeDraft } from './draft-store.ts'

type NewNote = { text: string; mentionIds: AgentId[] }

/** A word to colleagues. The thread hears of it by its event. */
export const useSaveNote = (customerId: CustomerId) =>
  useMutation({
    mutationFn: (note: NewNote) => call(customerApi.createNote, { body: { customerId, ...note } }),
    onSuccess: () => changeDraft(customerId, { note: '', mentions: [] }),
    onError: showError,
  })
