import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readPlace, writePlace } from './chat-url.ts'

/** How a place was reached, kept beside the address. */
export type StepState = {
  /** The list lies one step back. */
  isFromList?: boolean
  /** On a phone: the customer's panel instead of the conversation. */
  isPanel?: boolean
}

/** The three steps of a phone: list, conversation, customer. The browser's back goes the same way. */
export function useChatSteps() {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: StepState | null }
  const back = useCallback(() => void navigate(-1), [navigate])
  return {
    isPanelStep: state?.isPanel === true,
    back,
    toPanel: () => void navigate({ search }, { state: { ...state, isPanel: true } satisfies StepState }),
    toList: () => {
      if (state?.isFromList) return back()
      const place = readPlace(new URLSearchParams(search))
      const list = writePlace({ ...place, customerId: undefined, messageId: undefined }).toString()
      return void navigate({ search: list }, { replace: true })
    },
  }
}
