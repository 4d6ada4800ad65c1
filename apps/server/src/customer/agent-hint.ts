import type { AgentId, HintType } from '@ruwu/contract'
import { displayName, maskContacts } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import type { CustomerRow } from './customer-change.ts'

type Hint = {
  hintType: HintType
  text: string
  level: 'info' | 'warn'
  to: readonly AgentId[]
  operatorId?: AgentId | null
}

/** A customer, or the enterprise alone for a hint about none in particular. */
type Hinted = Pick<CustomerRow, 'entId'> & Partial<Pick<CustomerRow, 'id' | 'relationId' | 'receptionEpoch'>>

/** Emits a hint event to some agents. */
export function emitHint(tx: Transaction, about: Hinted, hint: Hint, now: Date): void {
  if (hint.to.length === 0) return
  tx.emit(
    about.entId,
    {
      type: 'hint',
      hintType: hint.hintType,
      text: hint.text,
      level: hint.level,
      customerId: about.id ?? null,
      receptionEpoch: about.receptionEpoch ?? null,
      relationId: about.relationId ?? null,
      at: now.toISOString(),
      operatorId: hint.operatorId ?? null,
    },
    { agentIds: [...hint.to] },
  )
}

/** Display name with contacts masked, since hints reach agents without `customer:viewSensitive` too. */
export const maskedCustomerName = ({ id, name, remark }: Pick<CustomerRow, 'id' | 'name' | 'remark'>) =>
  maskContacts(displayName({ id, name, remark }))
