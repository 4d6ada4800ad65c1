import { type CustomerId, MESSAGE_STATUS } from '@ruwu/contract'
import { silenceBeforeReturn } from '@ruwu/domain'
import { useMemo, useState } from 'react'
import { dropRequest, useIsAskedFor } from '../../chat-requests.ts'
import type { Thread } from '../held-threads.ts'

/** Whether the summary has a place above the thread; its script is loaded only then. `close`: it could not be loaded. */
export function useStripPlace(customerId: CustomerId, thread: Thread | undefined) {
  /** Undefined: nothing was asked for, and nothing has failed. */
  const [isWanted, setIsWanted] = useState<boolean>()
  const isAsked = useIsAskedFor(customerId, 'summary')
  if (isAsked && !isWanted) setIsWanted(true)
  const { silence } = useSaid(thread)
  const close = () => {
    dropRequest(customerId, 'summary')
    setIsWanted(false)
  }
  return { isShown: isWanted ?? silence !== undefined, close }
}

/** What was said up to now, and for how long the customer was silent before coming back; nothing while newer messages are not loaded. */
export function useSaid(thread: Thread | undefined) {
  const messages = thread?.state.hasMoreAfter === false ? thread.state.messages : undefined
  const said = useMemo(() => messages?.filter(isSaid), [messages])
  const silence = useMemo(() => said && silenceBeforeReturn(said.map(toSaid)), [said])
  return { messages, said, silence }
}

export type Message = Thread['state']['messages'][number]

const SPEAKERS: ReadonlySet<string> = new Set(['customer', 'human', 'ai'])

/** What customer, agents and AI have said, as the server counts it: without notes and what was recalled or has failed. */
const isSaid = ({ senderKind, content, recall, status }: Message): boolean =>
  SPEAKERS.has(senderKind) && content.type !== 'note' && !recall && status !== MESSAGE_STATUS.failed

const toSaid = ({ senderKind, createdAt }: Message) => ({
  isCustomer: senderKind === 'customer',
  at: new Date(createdAt),
})
