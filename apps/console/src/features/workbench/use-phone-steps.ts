import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readChatUrl, writeChatUrl } from './chat-url.ts'

/** History state beside the URL. */
export type StepState = {
  /** The previous history entry is the list. */
  isFromList?: boolean
  /** On a phone: the customer panel instead of the thread. */
  isPanel?: boolean
}

/** The three screens of a phone: list, thread, customer panel. The browser's back button follows them. */
export function usePhoneSteps() {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: StepState | null }
  const back = useCallback(() => void navigate(-1), [navigate])
  return {
    isPanelStep: state?.isPanel === true,
    back,
    toPanel: () => void navigate({ search }, { state: { ...state, isPanel: true } satisfies StepState }),
    toList: () => {
      if (state?.isFromList) return back()
      const place = readChatUrl(new URLSearchParams(search))
      const list = writeChatUrl({ ...place, customerId: undefined, messageId: undefined, seq: undefined }).toString()
      return void navigate({ search: list }, { replace: true })
    },
  }
}
