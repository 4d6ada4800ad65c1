import type {
  ClockRequest,
  CustomerAct,
  CustomerActRequest,
  KnobsRequest,
  MerchantAct,
  MerchantActRequest,
  NewCustomer,
  ScriptStartRequest,
  Source,
} from '../../views.ts'

/** Something a button asks of the simulator; `confirm` is asked of the person first. */
export type ControlCall = {
  to: string
  body: unknown
  confirm?: { title: string; text: string; yes: string }
  /** Where the answer's page opens. */
  open?: 'here' | 'aside'
}

const post = <Body>(to: string, body: Body): ControlCall => ({ to, body })

export const customerCall = (to: Omit<CustomerActRequest, 'act'>, act: CustomerAct): ControlCall =>
  post<CustomerActRequest>('/control/act', { ...to, act })

export const merchantCall = (source: Source, accountId: string, act: MerchantAct): ControlCall =>
  post<MerchantActRequest>('/control/merchant', { source, accountId, act })

export const newCustomerCall = (customer: NewCustomer, open: 'here' | 'aside'): ControlCall => ({
  ...post<NewCustomer>('/control/customers', customer),
  open,
})

export const knobsCall = (request: KnobsRequest): ControlCall => post<KnobsRequest>('/control/knobs', request)

export const clockCall = (request: ClockRequest): ControlCall => post<ClockRequest>('/control/clock', request)

export const advanceCall = (ms: number): ControlCall => post('/control/clock/advance', { ms })

export const startScriptCall = (request: ScriptStartRequest): ControlCall =>
  post<ScriptStartRequest>('/control/scripts/start', request)

export const stopScriptCall = (runId: string): ControlCall => post('/control/scripts/stop', { runId })
