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

/** A customer, or only the enterprise where it is about nobody in particular. */
type Hinted = Pick<CustomerRow, 'entId'> & Partial<Pick<CustomerRow, 'id' | 'relationId' | 'receptionEpoch'>>

/** Draws some agents' attention to something. */
export function giveHint(tx: Transaction, about: Hinted, hint: Hint, now: Date): void {
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

/** As agents know the customer, whoever reads it: a contact that stands in the name is hidden. */
export const nameOfCustomer = ({ id, name, remark }: Pick<CustomerRow, 'id' | 'name' | 'remark'>) =>
  maskContacts(displayName({ id, name, remark }))
