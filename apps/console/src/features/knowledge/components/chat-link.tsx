import type { CustomerId, MessageId } from '@ruwu/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../permission/index.ts'
import styles from './chat-link.module.css'

type ChatLinkProps = { customerId: CustomerId | null; messageId: MessageId | null; children: ReactNode }

/** Link to the message; plain text without the permission to see conversations, or when the customer is deleted. */
export function ChatLink({ customerId, messageId, children }: ChatLinkProps) {
  const canChat = useCan('im:viewPage')
  if (!customerId || !canChat) return <span className="cut">{children}</span>
  const search = new URLSearchParams({ customerId, ...(messageId && { messageId }) })
  return (
    <Link className={styles.link} to={`/chat?${search.toString()}`}>
      {children}
    </Link>
  )
}
