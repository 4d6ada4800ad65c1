import type { Simulator } from '../simulator.ts'
import type { Source } from '../views.ts'

export type LedgerMessage = {
  source: Source
  accountId: string
  customerId: string
  messageId: string
  at: string
  text: string
}
type LedgerSend = LedgerMessage & { echoes: number }

/** What the platforms know to have happened: the truth that our side is checked against. */
export type LedgerData = { customerMessages: LedgerMessage[]; sends: LedgerSend[] }

/** Writes down every customer message and every accepted send from now on. */
export class Ledger {
  private readonly customerMessages: LedgerMessage[] = []
  private readonly sends = new Map<string, LedgerSend>()
  private readonly forget: (() => void)[]

  constructor(sim: Simulator) {
    this.forget = [
      sim.onEvent((event) => {
        if (event.kind !== 'message' && event.kind !== 'echo') return
        const { account, customer, message } = event
        const entry: LedgerMessage = {
          source: account.source,
          accountId: account.accountId,
          customerId: customer.customerId,
          messageId: message.messageId,
          at: new Date(message.at).toISOString(),
          text: message.content.type === 'text' ? message.content.text : '',
        }
        if (event.kind === 'message') this.customerMessages.push(entry)
        else if (message.origin === 'api') this.sends.set(message.messageId, { ...entry, echoes: 0 })
      }),
      sim.outbox.onDelivered((delivery) => {
        // A double that a knob asked for is the same echo.
        const isDouble = delivery.notes.includes('hook.duplicate')
        const send = delivery.messageId === null || isDouble ? undefined : this.sends.get(delivery.messageId)
        if (send) send.echoes++
      }),
    ]
  }

  close(): void {
    for (const forget of this.forget) forget()
  }

  data(): LedgerData {
    return { customerMessages: this.customerMessages, sends: [...this.sends.values()] }
  }
}
